;; Frames, running from stop to stop, whole games and many of them. {procs}: of each procedure its entry, how many locals, how
;; many parameters, and where it is said which locals are sets.

(func $push (param $procedure i32) (param $floor i32) (result i32)
  (local $f i32) (local $spec i32) (local $below i32) (local $p i32) (local $end i32)
  (local.set $spec (i32.add (i32.const {procs}) (i32.shl (local.get $procedure) (i32.const 4))))
  (local.set $below (i32.load (i32.const {SP})))
  (if (i32.eqz (local.get $below))
    (then (local.set $f (i32.const {stack})))
    (else (local.set $f (i32.add (i32.add (local.get $below) (i32.const 16)) (i32.shl
      (i32.load offset=4 (i32.add (i32.const {procs}) (i32.shl (i32.load (local.get $below)) (i32.const 4))))
      (i32.const 3))))))
  (i32.store (local.get $f) (local.get $procedure))
  (i32.store offset=4 (local.get $f) (i32.load (local.get $spec)))
  (i32.store offset=8 (local.get $f) (local.get $floor))
  (i32.store offset=12 (local.get $f) (local.get $below))
  (local.set $p (i32.add (local.get $f) (i32.const 16)))
  (local.set $end (i32.add (local.get $p) (i32.shl (i32.load offset=4 (local.get $spec)) (i32.const 3))))
  (block $out (loop $again
    (br_if $out (i32.ge_u (local.get $p) (local.get $end)))
    (i64.store (local.get $p) (i64.const -1))
    (local.set $p (i32.add (local.get $p) (i32.const 8)))
    (br $again)))
  (i32.store (i32.const {SP}) (local.get $f))
  (i32.store (i32.const {FRAMES}) (i32.add (i32.load (i32.const {FRAMES})) (i32.const 1)))
  (if (i32.gt_u (i32.load (i32.const {FRAMES})) (i32.const {DEPTH})) (then (call $fail)))
  (local.get $f))

(func $pop (param $f i32)
  (i32.store (i32.const {SP}) (i32.load offset=12 (local.get $f)))
  (i32.store (i32.const {FRAMES}) (i32.sub (i32.load (i32.const {FRAMES})) (i32.const 1)))
  (if (i32.ge_s (i32.load offset=8 (local.get $f)) (i32.const 0))
    (then (i32.store (i32.const {FLOOR}) (i32.load offset=8 (local.get $f))))))

(func $leave (param $block i32)
  (i32.store (i32.const {SP}) (i32.const {stack}))
  (i32.store (i32.const {FRAMES}) (i32.const 1))
  (i32.store offset=4 (i32.const {stack}) (local.get $block))
  (i32.store (i32.const {PENDING}) (i32.const 0))
  (i32.store (i32.const {HELD}) (i32.const 0))
  (i32.store (i32.const {FLOOR}) (i32.const 0)))

;; A reaction becomes due; gives where its $count arguments belong.
(func $pend (param $procedure i32) (param $count i32) (result i32) (local $n i32) (local $at i32)
  (local.set $n (i32.load (i32.const {PENDING})))
  (if (i32.ge_u (local.get $n) (i32.const {MOST_PENDING})) (then (call $fail)))
  (i32.store (i32.const {PENDING}) (i32.add (local.get $n) (i32.const 1)))
  (local.set $at (i32.add (i32.const {pending}) (i32.mul (local.get $n) (i32.const {reaction}))))
  (i32.store (local.get $at) (local.get $procedure))
  (i32.store offset=4 (local.get $at) (local.get $count))
  (local.get $at))

;; The next due reaction runs.
(func $react (local $floor i32) (local $at i32) (local $n i32) (local $f i32) (local $count i32) (local $most i32)
  (local.set $floor (i32.load (i32.const {FLOOR})))
  (local.set $at (i32.add (i32.const {pending}) (i32.mul (local.get $floor) (i32.const {reaction}))))
  (local.set $f (call $push (i32.load (local.get $at)) (local.get $floor)))
  (local.set $count (i32.load offset=4 (local.get $at)))
  (local.set $most (i32.load offset=8 (i32.add (i32.const {procs}) (i32.shl (i32.load (local.get $at)) (i32.const 4)))))
  (memory.copy (i32.add (local.get $f) (i32.const 16)) (i32.add (local.get $at) (i32.const 8))
    (i32.shl (select (local.get $count) (local.get $most) (i32.lt_u (local.get $count) (local.get $most))) (i32.const 3)))
  (local.set $n (i32.sub (i32.load (i32.const {PENDING})) (i32.const 1)))
  (i32.store (i32.const {PENDING}) (local.get $n))
  (memory.copy (local.get $at) (i32.add (local.get $at) (i32.const {reaction}))
    (i32.mul (i32.sub (local.get $n) (local.get $floor)) (i32.const {reaction})))
  (i32.store (i32.const {FLOOR}) (local.get $n)))

;; Whether one of the blocks that a table of bytes marks is under way.
(func $active (param $table i32) (result i32) (local $f i32)
  (local.set $f (i32.load (i32.const {SP})))
  (loop $again
    (if (i32.load8_u (i32.add (local.get $table) (i32.load offset=4 (local.get $f)))) (then (return (i32.const 1))))
    (local.set $f (i32.load offset=12 (local.get $f)))
    (br_if $again (local.get $f)))
  (i32.const 0))

;; Sets of locals and due reactions are put together anew, so that what nobody has any more is gone.
(func $collect (local $f i32) (local $k i32) (local $spec i32) (local $to i32) (local $at i32) (local $n i32)
  (local.set $to (i32.const {scratch}))
  (local.set $f (i32.load (i32.const {SP})))
  (loop $again
    (local.set $spec (i32.add (i32.const {procs}) (i32.shl (i32.load (local.get $f)) (i32.const 4))))
    (local.set $to (call $collected (i32.add (local.get $f) (i32.const 16)) (i32.load offset=4 (local.get $spec))
      (i32.load offset=12 (local.get $spec)) (local.get $to)))
    (local.set $f (i32.load offset=12 (local.get $f)))
    (br_if $again (local.get $f)))
  (local.set $n (i32.load (i32.const {PENDING})))
  (block $out (loop $again
    (br_if $out (i32.ge_u (local.get $k) (local.get $n)))
    (local.set $at (i32.add (i32.const {pending}) (i32.mul (local.get $k) (i32.const {reaction}))))
    (local.set $spec (i32.add (i32.const {procs}) (i32.shl (i32.load (local.get $at)) (i32.const 4))))
    (local.set $to (call $collected (i32.add (local.get $at) (i32.const 8)) (i32.load offset=4 (local.get $at))
      (i32.load offset=12 (local.get $spec)) (local.get $to)))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br $again)))
  (local.set $n (i32.sub (local.get $to) (i32.const {scratch})))
  (if (i32.gt_u (local.get $n) (i32.const {SETS})) (then (call $fail)))
  (memory.copy (i32.const {sets}) (i32.const {scratch}) (local.get $n))
  (global.set $packed_top (i32.add (i32.const {sets}) (local.get $n)))
  (i32.store (i32.const {TOP}) (global.get $packed_top)))

(func $collected (param $p i32) (param $n i32) (param $mask i32) (param $to i32) (result i32)
  (local $k i32) (local $at i32) (local $q i64) (local $bytes i32) (local $from i32)
  (block $out (loop $again
    (br_if $out (i32.ge_u (local.get $k) (local.get $n)))
    (local.set $at (i32.add (local.get $p) (i32.shl (local.get $k) (i32.const 3))))
    (local.set $q (i64.load (local.get $at)))
    (local.set $from (i32.wrap_i64 (local.get $q)))
    (local.set $bytes (i32.shl (i32.wrap_i64 (i64.shr_u (local.get $q) (i64.const 32))) (i32.const 3)))
    (if (i32.and (i32.and (i32.load8_u (i32.add (local.get $mask) (local.get $k))) (i64.ne (local.get $q) (i64.const -1)))
        (i32.and (i32.ge_u (local.get $from) (i32.const {sets})) (i32.lt_u (local.get $from) (i32.const {fixed}))))
      (then (if (local.get $bytes) (then
        (memory.copy (local.get $to) (local.get $from) (local.get $bytes))
        (i64.store (local.get $at)
          (call $packed (i32.add (i32.sub (local.get $to) (i32.const {scratch})) (i32.const {sets})) (local.get $bytes)))
        (local.set $to (i32.add (local.get $to) (local.get $bytes)))))))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br $again)))
  (local.get $to))

;; ---------------------------------------------------------------------------------------------- games

(func $fresh (i32.store (i32.const {ERROR}) (i32.const 0)) (call $changed) (call $anew))

;; Somebody has decided: steps, chance events and work are counted from here on, and nothing is being made.
(func $anew
  (global.set $left (i32.const {WORK}))
  (global.set $bp (global.get $building)) (global.set $hp (i32.const {scratch}))
  (i32.store (i32.const {CHANCES}) (i32.const 0)) (i32.store (i32.const {STEPS_LEFT}) (i32.const {STEPS})))

(func $init (export "init") (param $seed i64)
  (call $fresh)
  (memory.copy (i32.const {STATE}) (i32.const {start}) (i32.const {start_size}))
  (i64.store (i32.const {SEED}) (local.get $seed))
  (i32.store (i32.const {TOP}) (i32.const {sets})) (global.set $packed_top (i32.const {sets}))
  (memory.fill (i32.const {ended}) (i32.const 0) (i32.const {ended_size}))
  (drop (call $push (i32.const {main}) (i32.const -1))))

;; To the next stop. Gives 1 when somebody decides, 0 when the game is over.
(func (export "run") (result i32) (global.set $asking (i32.const 0)) (call $run))

(func $run (result i32) (local $n i32) (local $f i32)
  (call $fresh)
  (local.set $f (i32.load (i32.const {SP})))
  (local.set $n (i32.load offset=4 (local.get $f)))
  (loop $again
    (global.set $hp (i32.const {scratch}))
    (if (i32.gt_u (i32.load (i32.const {TOP})) (i32.const {often})) (then (call $collect)))
    (i32.store (i32.const {STEPS_LEFT}) (i32.sub (i32.load (i32.const {STEPS_LEFT})) (i32.const 1)))
    (if (i32.lt_s (i32.load (i32.const {STEPS_LEFT})) (i32.const 0)) (then (call $fail)))
    (local.set $n (call_indirect (param i32) (result i32) (local.get $f) (local.get $n)))
    (br_if $again (i32.ge_s (local.get $n) (i32.const 0)))
    (if (i32.eq (local.get $n) (i32.const {MOVED})) (then
      (local.set $f (i32.load (i32.const {SP})))
      (local.set $n (i32.load offset=4 (local.get $f)))
      (br $again))))
  (if (i32.gt_u (i32.load (i32.const {TOP})) (i32.add (global.get $packed_top) (i32.const {few}))) (then (call $collect)))
  (i32.eqz (i32.load (i32.const {OVER}))))

;; Takes an option of the question that the game stands at; `run` goes on from there.
(func $choose (export "choose") (param $option i32) (local $f i32)
  (if (i32.ge_u (local.get $option) (i32.load (i32.const {COUNT}))) (then (call $fail)))
  (local.set $f (i32.load (i32.const {SP})))
  (i32.store offset=4 (local.get $f) (call_indirect $ways (param i32 i32) (result i32) (local.get $f) (local.get $option)
    (i32.load offset=4 (local.get $f)))))

;; What is on offer where the game stands, listed anew; gives how many.
(func $ask (export "ask") (result i32) (local $f i32)
  (call $fresh)
  (local.set $f (i32.load (i32.const {SP})))
  (call_indirect $asks (param i32) (result i32) (local.get $f) (i32.load offset=4 (local.get $f))))

;; Whose stream it is that a seat's decisions come from: `policy.Uniform`.
(func $pick (param $count i32) (result i32) (local $seat i32)
  (if (i32.load (i32.const {FIRST})) (then (return (i32.const 0))))
  (local.set $seat (i32.load (i32.const {SEAT})))
  (i32.wrap_i64 (call $below (i64.load offset={keys} (i32.shl (local.get $seat) (i32.const 3)))
    (i32.add (i32.const {PICKED}) (i32.shl (local.get $seat) (i32.const 3))) (i64.extend_i32_u (local.get $count)))))

(func $begin (param $seed i64) (param $policy i64) (local $seat i32)
  (call $init (local.get $seed))
  (local.set $policy (call $mix (i64.xor (local.get $policy) (i64.const -1))))
  (loop $again
    (i64.store offset={keys} (i32.shl (local.get $seat) (i32.const 3))
      (call $key_of (local.get $policy) (i64.extend_i32_u (local.get $seat))))
    (local.set $seat (i32.add (local.get $seat) (i32.const 1)))
    (br_if $again (i32.lt_u (local.get $seat) (i32.const {players}))))
  (memory.fill (i32.const {PICKED}) (i32.const 0) (i32.const {picked_size}))
  (i64.store (i32.const {CHOICES}) (i64.const 0))
  (i64.store (i32.const {OFFERED}) (i64.const 0))
  (i64.store (i32.const {MOST}) (i64.const 0))
  (call $counting_begins))

;; Somebody is asked to take one of so many options. While whole games are played, the policy gives the number of one, and play goes
;; on as if it had just begun; -1 else, or when the game is cut off: play stops.
(func $decide (param $count i32) (result i32)
  (if (i32.eqz (global.get $asking)) (then (return (i32.const -1))))
  (if (i64.ge_u (i64.load (i32.const {CHOICES})) (global.get $most)) (then (return (i32.const -1))))
  (i64.store (i32.const {CHOICES}) (i64.add (i64.load (i32.const {CHOICES})) (i64.const 1)))
  (i64.store (i32.const {OFFERED}) (i64.add (i64.load (i32.const {OFFERED})) (i64.extend_i32_u (local.get $count))))
  (if (i64.lt_u (i64.load (i32.const {MOST})) (i64.extend_i32_u (local.get $count)))
    (then (i64.store (i32.const {MOST}) (i64.extend_i32_u (local.get $count)))))
  (call $decided (local.get $count))
  (call $anew)
  (call $pick (local.get $count)))

;; A whole game, cut off after so many decisions. Gives 1 when it was not over by then.
(func $play (export "play") (param $seed i64) (param $policy i64) (param $most i64) (result i32) (local $count i32)
  (call $begin (local.get $seed) (local.get $policy))
  (global.set $most (local.get $most))
  (global.set $asking (i32.const 1))
  (if (call $run) (then (return (i32.const 1))))
  (call $game_over)
  (i32.const 0))

;; Games with seeds that follow one another, each with the policies of its own seed ($first: all take the first option). What they
;; were like is added up from {figures} on; when there is much of it, the rest is for another call.
(func $batch (export "batch") (param $seed i64) (param $games i64) (param $most i64) (param $first i32)
  (memory.fill (i32.const {figures}) (i32.const 0) (i32.const {figures_size}))
  (memory.fill (i32.const {slots}) (i32.const 0) (i32.const {slots_size}))
  (i32.store (i32.const {TOLD}) (i32.const 0))
  (i32.store (i32.const {FIRST}) (local.get $first))
  (block $out (loop $again
    (br_if $out (i64.ge_u (i64.load (i32.const {figures})) (local.get $games)))
    (br_if $out (i32.gt_u (i32.load (i32.const {TOLD})) (i32.const {much_told})))
    (call $add_up (call $play (local.get $seed) (local.get $seed) (local.get $most)))
    (local.set $seed (i64.add (local.get $seed) (i64.const 1)))
    (i64.store (i32.const {figures}) (i64.add (i64.load (i32.const {figures})) (i64.const 1)))
    (br $again))))

;; The game that is over is added to the figures, as `statistics.Summary.add` says.
(func $add_up (param $cut i32) (local $winners i32) (local $k i32)
  (call $fresh)
  (call $sources)
  (call $scores (i32.const {scored}))
  (local.set $winners (i32.load (i32.const {WINNERS})))
  (call $more (i32.const {CUT_OFF}) (i64.extend_i32_u (local.get $cut)))
  (call $more (i32.const {SHARED}) (i64.extend_i32_u (i32.gt_u (i32.popcnt (local.get $winners)) (i32.const 1))))
  (call $more (i32.const {NOBODY}) (i64.extend_i32_u (i32.eqz (i32.or (local.get $winners) (local.get $cut)))))
  (call $more (i32.const {ALL_OFFERED}) (i64.load (i32.const {OFFERED})))
  (if (i64.gt_u (i64.load (i32.const {MOST})) (i64.load offset={MOST_OFFERED} (i32.const {figures})))
    (then (i64.store offset={MOST_OFFERED} (i32.const {figures}) (i64.load (i32.const {MOST})))))
  (loop $again
    (call $more (i32.add (i32.const {WON}) (i32.shl (local.get $k) (i32.const 3)))
      (i64.extend_i32_u (i32.and (i32.const 1) (i32.shr_u (local.get $winners) (local.get $k)))))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br_if $again (i32.lt_u (local.get $k) (i32.const {players}))))
  (call $tell (i64.const 0) (i64.load (i32.const {CHOICES})))
  (local.set $k (i32.const 0))
  (block $out (loop $again
    (br_if $out (i32.ge_u (local.get $k) (i32.const {ended_count})))
    (call $more (i32.add (i32.const {all_ended}) (i32.shl (local.get $k) (i32.const 3)))
      (i64.load offset={ended} (i32.shl (local.get $k) (i32.const 3))))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br $again)))
  (if (local.get $cut) (then (return)))
  (local.set $k (i32.const 0))
  (block $out (loop $again
    (br_if $out (i32.ge_u (local.get $k) (i32.const {scores})))
    (call $tell (i64.extend_i32_u (i32.add (local.get $k) (i32.const 1)))
      (i64.load offset={scored} (i32.shl (local.get $k) (i32.const 3))))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br $again)))
  (call $add_sources (local.get $winners)))

(func $more (param $at i32) (param $by i64)
  (i64.store offset={figures} (local.get $at)
    (call $add (i64.load offset={figures} (local.get $at)) (local.get $by))))

;; Where the points of the game came from: each row that has been told of, and the points of its winners.
(func $add_sources (param $winners i32) (local $row i32) (local $from i32) (local $to i32) (local $k i32) (local $v i64)
  (local.set $from (i32.const {sources}))
  (local.set $to (i32.const {all_sources}))
  (block $out (loop $again
    (br_if $out (i32.ge_u (local.get $row) (i32.const {rows})))
    (if (i32.wrap_i64 (i64.load (local.get $from))) (then
      (i64.store offset={figures} (local.get $to) (i64.const 1))
      (local.set $k (i32.const 0))
      (loop $seats
        (local.set $v (i64.load offset=8 (i32.add (local.get $from) (i32.shl (local.get $k) (i32.const 3)))))
        (call $more (i32.add (i32.add (local.get $to) (i32.const 8)) (i32.shl (local.get $k) (i32.const 3))) (local.get $v))
        (if (i32.and (i32.const 1) (i32.shr_u (local.get $winners) (local.get $k)))
          (then (call $more (i32.add (local.get $to) (i32.const {row})) (local.get $v))))
        (local.set $k (i32.add (local.get $k) (i32.const 1)))
        (br_if $seats (i32.lt_u (local.get $k) (i32.const {players}))))))
    (local.set $from (i32.add (local.get $from) (i32.const {row})))
    (local.set $to (i32.add (local.get $to) (i32.const {wider_row})))
    (local.set $row (i32.add (local.get $row) (i32.const 1)))
    (br $again))))

;; One more of a value. A table of places leads to its entry: what is counted, the value, how often.
(func $tell (param $what i64) (param $value i64) (local $slot i32) (local $n i32) (local $at i32)
  (local.set $slot (i32.wrap_i64 (i64.shr_u (i64.mul (i64.add (i64.mul (local.get $what) (i64.const 0xC2B2AE3D))
    (local.get $value)) (i64.const 0x9E3779B97F4A7C15)) (i64.const {slot_shift}))))
  (block $new (loop $again
    (local.set $n (i32.load offset={slots} (i32.shl (local.get $slot) (i32.const 2))))
    (br_if $new (i32.eqz (local.get $n)))
    (local.set $at (i32.add (i32.const {told}) (i32.mul (i32.sub (local.get $n) (i32.const 1)) (i32.const {ENTRY}))))
    (if (i32.and (i64.eq (i64.load (local.get $at)) (local.get $what)) (i64.eq (i64.load offset=8 (local.get $at)) (local.get $value)))
      (then (i64.store offset=16 (local.get $at) (i64.add (i64.load offset=16 (local.get $at)) (i64.const 1))) (return)))
    (local.set $slot (i32.and (i32.add (local.get $slot) (i32.const 1)) (i32.const {slot_mask})))
    (br $again)))
  (local.set $n (i32.load (i32.const {TOLD})))
  (if (i32.ge_u (local.get $n) (i32.const {MOST_TOLD})) (then (call $fail)))
  (local.set $at (i32.add (i32.const {told}) (i32.mul (local.get $n) (i32.const {ENTRY}))))
  (local.set $n (i32.add (local.get $n) (i32.const 1)))
  (i32.store (i32.const {TOLD}) (local.get $n))
  (i32.store offset={slots} (i32.shl (local.get $slot) (i32.const 2)) (local.get $n))
  (i64.store (local.get $at) (local.get $what))
  (i64.store offset=8 (local.get $at) (local.get $value))
  (i64.store offset=16 (local.get $at) (i64.const 1)))

;; A copy of the state for `restore`; gives its length. What lies at $to must be room enough.
(func (export "save") (param $to i32) (result i32) (local $n i32)
  (local.set $n (i32.sub (i32.load (i32.const {TOP})) (i32.const {STATE})))
  (memory.copy (local.get $to) (i32.const {STATE}) (local.get $n))
  (local.get $n))

(func (export "restore") (param $from i32) (param $n i32)
  (call $fresh) (global.set $packed_top (i32.const {sets}))
  (memory.copy (i32.const {STATE}) (local.get $from) (local.get $n)))
