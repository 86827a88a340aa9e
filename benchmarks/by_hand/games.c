/* The same three games in C, for one figure: games a second. Usage: games NAME GAMES; prints decisions and seconds. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t state;

static uint64_t next(void) {  /* SplitMix64, as interpreter/chance.py */
    uint64_t x = (state += 0x9E3779B97F4A7C15ULL);
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
}

static int pick(int bound) { return (int)(next() % (uint64_t)bound); }

static int tic_tac_toe(void) {
    static const int lines[8][3] = {{0,1,2},{3,4,5},{6,7,8},{0,3,6},{1,4,7},{2,5,8},{0,4,8},{2,4,6}};
    int board[9], open[9], count = 9;
    for (int i = 0; i < 9; i++) { board[i] = -1; open[i] = i; }
    for (int turn = 0; turn < 9; turn++) {
        int place = pick(count), square = open[place], player = turn % 2;
        open[place] = open[--count];
        board[square] = player;
        for (int i = 0; i < 8; i++)
            if (board[lines[i][0]] == player && board[lines[i][1]] == player && board[lines[i][2]] == player)
                return turn + 1;
    }
    return 9;
}

static int connect_four(void) {
    uint64_t discs[2] = {0, 0};
    int height[7], columns[7], count = 7;
    for (int i = 0; i < 7; i++) { height[i] = 7 * i; columns[i] = i; }
    for (int turn = 0; turn < 42; turn++) {
        int place = pick(count), column = columns[place];
        uint64_t mine = discs[turn % 2] |= 1ULL << height[column];
        if (++height[column] % 7 == 6) columns[place] = columns[--count];
        for (int i = 0; i < 4; i++) {
            static const int shifts[4] = {1, 6, 7, 8};
            uint64_t pairs = mine & mine >> shifts[i];
            if (pairs & pairs >> 2 * shifts[i]) return turn + 1;
        }
    }
    return 42;
}

static void shuffle(int *cards, int count) {
    for (int last = count - 1; last > 0; last--) {
        int other = pick(last + 1), card = cards[last];
        cards[last] = cards[other];
        cards[other] = card;
    }
}

static int crazy_eights(void) {
    int deck[52], hand[2][52], held[2] = {0, 0}, left = 52, decisions = 0, drawn = 0, passes = 0;
    for (int i = 0; i < 52; i++) deck[i] = i;  /* suit i % 4, rank i / 4 + 1 */
    shuffle(deck, 52);
    int player = 1 - pick(2);
    for (int p = 0; p < 2; p++) for (int i = 0; i < 7; i++) hand[p][held[p]++] = deck[--left];
    while (deck[left - 1] / 4 == 7) shuffle(deck, left);
    int called = deck[left - 1] % 4, top = deck[left - 1] / 4;
    left--;
    for (;;) {
        int options[52], count = 0, *mine = hand[player];
        for (int i = 0; i < held[player]; i++)
            if (mine[i] / 4 == 7 || mine[i] / 4 == top || mine[i] % 4 == called) options[count++] = i;
        int chosen = pick(count + 1);
        decisions++;
        if (chosen < count) {
            int card = mine[options[chosen]];
            for (int i = options[chosen]; i + 1 < held[player]; i++) mine[i] = mine[i + 1];
            called = card % 4; top = card / 4; passes = 0;
            if (--held[player] == 0) return decisions;
            if (top == 7) { called = pick(4); decisions++; }
        } else if (left > 0 && drawn < 5) {
            mine[held[player]++] = deck[--left];
            drawn++; passes = 0;
            continue;
        } else if (left == 0 && ++passes >= 2) {
            return decisions;
        }
        player = 1 - player; drawn = 0;
    }
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    int (*game)(void) = !strcmp(argv[1], "tic_tac_toe") ? tic_tac_toe
                      : !strcmp(argv[1], "connect_four") ? connect_four
                      : !strcmp(argv[1], "crazy_eights") ? crazy_eights : NULL;
    if (!game) return 2;
    long games = atol(argv[2]), decisions = 0;
    clock_t start = clock();
    for (long i = 0; i < games; i++) { state = (uint64_t)i * 0x2545F4914F6CDD1DULL; decisions += game(); }
    printf("%ld %.6f\n", decisions, (double)(clock() - start) / CLOCKS_PER_SEC);
    return 0;
}
