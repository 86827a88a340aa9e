// Plays in Node what test_node.py compares: node games.js MODULE SEED GAMES DECISIONS
const [path, seed, games, decisions] = process.argv.slice(2);
const { createHash } = require("node:crypto");
const bytes = require("node:fs").readFileSync(path);
const game = new WebAssembly.Instance(new WebAssembly.Module(bytes), {}).exports;
const number = (address) => new DataView(game.memory.buffer).getInt32(address, true);
const digest = (start, size) => createHash("sha256").update(new Uint8Array(game.memory.buffer, start, size)).digest("hex");

game.batch(BigInt(seed), BigInt(games), 100000n, 0);
const figures = digest(game.figures.value, game.figures_size.value);
const stops = [];
game.init(BigInt(seed));
for (let stop = 0; game.run() && stop < Number(decisions); stop += 1) {
  const count = number(game.count.value);
  const start = game.state.value;
  stops.push([number(game.seat.value), count, digest(start, number(game.top.value) - start)]);
  game.choose((stop * 7 + 3) % count);
}
console.log(JSON.stringify({ figures, stops }));
