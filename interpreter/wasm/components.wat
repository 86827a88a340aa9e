;; Components in their zones, chance, frames.

(func $take_out (param $c i32) (local $z i32) (local $b i32) (local $n i32) (local $at i32)
  (local.set $z (i32.load (i32.add (i32.shl (local.get $c) (i32.const 2)) (i32.const {where}))))
  (local.set $b (i32.load (i32.add (i32.shl (local.get $c) (i32.const 2)) (i32.const {before}))))
  (local.set $n (i32.load (i32.add (i32.shl (local.get $c) (i32.const 2)) (i32.const {behind}))))
  (if (i32.lt_s (local.get $b) (i32.const 0))
    (then (i32.store (i32.add (i32.shl (local.get $z) (i32.const 2)) (i32.const {head})) (local.get $n)))
    (else (i32.store (i32.add (i32.shl (local.get $b) (i32.const 2)) (i32.const {behind})) (local.get $n))))
  (if (i32.lt_s (local.get $n) (i32.const 0))
    (then (i32.store (i32.add (i32.shl (local.get $z) (i32.const 2)) (i32.const {tail})) (local.get $b)))
    (else (i32.store (i32.add (i32.shl (local.get $n) (i32.const 2)) (i32.const {before})) (local.get $b))))
  (local.set $at (i32.add (i32.shl (local.get $z) (i32.const 2)) (i32.const {size})))
  (i32.store (local.get $at) (i32.sub (i32.load (local.get $at)) (i32.const 1))))

(func $bring_in (param $c i32) (param $z i32) (param $top i32) (local $o i32) (local $at i32)
  (local.set $at (i32.add (i32.shl (local.get $z) (i32.const 2)) (select (i32.const {head}) (i32.const {tail}) (local.get $top))))
  (local.set $o (i32.load (local.get $at)))
  (i32.store (local.get $at) (local.get $c))
  (i32.store (i32.add (i32.shl (local.get $c) (i32.const 2)) (select (i32.const {behind}) (i32.const {before}) (local.get $top))) (local.get $o))
  (i32.store (i32.add (i32.shl (local.get $c) (i32.const 2)) (select (i32.const {before}) (i32.const {behind}) (local.get $top))) (i32.const -1))
  (if (i32.lt_s (local.get $o) (i32.const 0))
    (then (i32.store
      (i32.add (i32.shl (local.get $z) (i32.const 2)) (select (i32.const {tail}) (i32.const {head}) (local.get $top))) (local.get $c)))
    (else (i32.store
      (i32.add (i32.shl (local.get $o) (i32.const 2)) (select (i32.const {before}) (i32.const {behind}) (local.get $top))) (local.get $c))))
  (local.set $at (i32.add (i32.shl (local.get $z) (i32.const 2)) (i32.const {size})))
  (i32.store (local.get $at) (i32.add (i32.load (local.get $at)) (i32.const 1))))

(func $arrive (param $c i32) (param $z i32) (param $face i32)
  (i32.store (i32.add (i32.shl (local.get $c) (i32.const 2)) (i32.const {where})) (local.get $z))
  (i32.store (i32.add (i32.shl (local.get $c) (i32.const 2)) (i32.const {shown})) (i32.const 0))
  (if (i32.ge_s (local.get $face) (i32.const 0))
    (then (i32.store (i32.add (i32.shl (local.get $c) (i32.const 2)) (i32.const {face})) (local.get $face)))))

;; $face: -1 keeps it. $room: -1 for no limit.
(func $put (param $c i32) (param $z i32) (param $top i32) (param $face i32) (param $room i32)
  (call $take_out (local.get $c))
  (if (i32.le_u (local.get $room) (i32.load (i32.add (i32.shl (local.get $z) (i32.const 2)) (i32.const {size})))) (then (call $fail)))
  (call $bring_in (local.get $c) (local.get $z) (local.get $top))
  (call $arrive (local.get $c) (local.get $z) (local.get $face)))

;; The same as the zone says; {rules} has three numbers for each: top, face, room.
(func $put_as_told (param $c i32) (param $z i32) (local $r i32)
  (local.set $r (i32.add (i32.const {rules}) (i32.mul (local.get $z) (i32.const 12))))
  (call $put (local.get $c) (local.get $z) (i32.load (local.get $r)) (i32.load offset=4 (local.get $r))
    (i32.load offset=8 (local.get $r))))

(func $arrive_as_told (param $c i32) (param $z i32)
  (call $arrive (local.get $c) (local.get $z)
    (i32.load offset=4 (i32.add (i32.const {rules}) (i32.mul (local.get $z) (i32.const 12))))))

(func $place_of (param $c i32) (param $ordered i32) (result i32) (local $k i32)
  (if (i32.eqz (i32.load (i32.add (i32.shl (i32.load (i32.add (i32.shl (local.get $c) (i32.const 2)) (i32.const {where}))) (i32.const 2)) (local.get $ordered))))
    (then (return (i32.const 0))))
  (loop $again
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (local.set $c (i32.load (i32.add (i32.shl (local.get $c) (i32.const 2)) (i32.const {before}))))
    (br_if $again (i32.ge_s (local.get $c) (i32.const 0))))
  (local.get $k))

;; $b lies where $a lay.
(func $replace (param $a i32) (param $b i32) (param $z i32) (local $o i32)
  (local.set $o (i32.load (i32.add (i32.shl (local.get $a) (i32.const 2)) (i32.const {before}))))
  (i32.store (i32.add (i32.shl (local.get $b) (i32.const 2)) (i32.const {before})) (local.get $o))
  (if (i32.lt_s (local.get $o) (i32.const 0))
    (then (i32.store (i32.add (i32.shl (local.get $z) (i32.const 2)) (i32.const {head})) (local.get $b)))
    (else (i32.store (i32.add (i32.shl (local.get $o) (i32.const 2)) (i32.const {behind})) (local.get $b))))
  (local.set $o (i32.load (i32.add (i32.shl (local.get $a) (i32.const 2)) (i32.const {behind}))))
  (i32.store (i32.add (i32.shl (local.get $b) (i32.const 2)) (i32.const {behind})) (local.get $o))
  (if (i32.lt_s (local.get $o) (i32.const 0))
    (then (i32.store (i32.add (i32.shl (local.get $z) (i32.const 2)) (i32.const {tail})) (local.get $b)))
    (else (i32.store (i32.add (i32.shl (local.get $o) (i32.const 2)) (i32.const {before})) (local.get $b)))))

;; Two components change places; {components} is nobody's number.
(func $swap (param $a i32) (param $b i32) (local $x i32) (local $y i32)
  (local.set $x (i32.load (i32.add (i32.shl (local.get $a) (i32.const 2)) (i32.const {where}))))
  (local.set $y (i32.load (i32.add (i32.shl (local.get $b) (i32.const 2)) (i32.const {where}))))
  (if (i32.ne (local.get $a) (local.get $b)) (then
    (call $replace (local.get $a) (i32.const {components}) (local.get $x))
    (call $replace (local.get $b) (local.get $a) (local.get $y))
    (call $replace (i32.const {components}) (local.get $b) (local.get $x))))
  (call $arrive_as_told (local.get $a) (local.get $y))
  (call $arrive_as_told (local.get $b) (local.get $x)))

;; Two sets, of entries of 24 bytes (component, zone before, face before), change places.
(func $exchange (param $a i32) (param $m i32) (param $b i32) (param $n i32) (local $k i32) (local $to i32)
  (block $out (loop $again
    (br_if $out (i32.or (i32.ge_u (local.get $k) (local.get $m)) (i32.ge_u (local.get $k) (local.get $n))))
    (call $swap (i32.load (i32.add (local.get $a) (i32.mul (local.get $k) (i32.const 24))))
      (i32.load (i32.add (local.get $b) (i32.mul (local.get $k) (i32.const 24)))))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br $again)))
  (if (i32.ge_u (local.get $k) (local.get $m))
    (then (local.set $to (i32.load offset=8 (local.get $a))) (local.set $a (local.get $b)) (local.set $m (local.get $n)))
    (else (local.set $to (i32.load offset=8 (local.get $b)))))
  (block $out (loop $again
    (br_if $out (i32.ge_u (local.get $k) (local.get $m)))
    (call $put_as_told (i32.load (i32.add (local.get $a) (i32.mul (local.get $k) (i32.const 24)))) (local.get $to))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br $again))))

;; A component with its zone and its face, at the end of memory.
(func $note (param $c i32)
  (i64.store (global.get $bp) (i64.extend_i32_s (local.get $c)))
  (i64.store offset=8 (global.get $bp) (i64.extend_i32_s (i32.load (i32.add (i32.shl (local.get $c) (i32.const 2)) (i32.const {where})))))
  (i64.store offset=16 (global.get $bp) (i64.extend_i32_s (i32.load (i32.add (i32.shl (local.get $c) (i32.const 2)) (i32.const {face})))))
  (global.set $bp (i32.add (global.get $bp) (i32.const 24))))

;; All of the zones from $first on are noted, and each zone goes to the neighbour's.
(func $pass_around (param $first i32) (param $step i32) (local $p i32) (local $k i32) (local $c i32) (local $z i32)
  (local.set $p (global.get $bp))
  (block $out (loop $again
    (br_if $out (i32.ge_u (local.get $k) (i32.const {players})))
    (local.set $c (i32.load (i32.add (i32.shl (i32.add (local.get $first) (local.get $k)) (i32.const 2)) (i32.const {head}))))
    (block $end (loop $more
      (br_if $end (i32.lt_s (local.get $c) (i32.const 0)))
      (call $note (local.get $c))
      (local.set $c (i32.load (i32.add (i32.shl (local.get $c) (i32.const 2)) (i32.const {behind}))))
      (br $more)))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br $again)))
  (local.set $c (local.get $p))
  (block $out (loop $again
    (br_if $out (i32.ge_u (local.get $c) (global.get $bp)))
    (call $take_out (i32.load (local.get $c)))
    (local.set $c (i32.add (local.get $c) (i32.const 24)))
    (br $again)))
  (block $out (loop $again
    (br_if $out (i32.ge_u (local.get $p) (global.get $bp)))
    (local.set $k (i32.sub (i32.load offset=8 (local.get $p)) (local.get $first)))
    (local.set $z (i32.add (local.get $first) (i32.rem_u
      (i32.add (i32.add (local.get $k) (local.get $step)) (i32.const {players})) (i32.const {players}))))
    (call $bring_in (i32.load (local.get $p)) (local.get $z) (i32.const 0))
    (call $arrive_as_told (i32.load (local.get $p)) (local.get $z))
    (local.set $p (i32.add (local.get $p) (i32.const 24)))
    (br $again))))

;; ---------------------------------------------------------------------------------------------- chance

(func $mix (param $x i64) (result i64)
  (local.set $x (i64.mul (i64.xor (local.get $x) (i64.shr_u (local.get $x) (i64.const 30))) (i64.const 0xBF58476D1CE4E5B9)))
  (local.set $x (i64.mul (i64.xor (local.get $x) (i64.shr_u (local.get $x) (i64.const 27))) (i64.const 0x94D049BB133111EB)))
  (i64.xor (local.get $x) (i64.shr_u (local.get $x) (i64.const 31))))

(func $key_of (param $seed i64) (param $event i64) (result i64)
  (call $mix (i64.add (call $mix (i64.add (local.get $seed) (i64.const 0x9E3779B97F4A7C15)))
    (i64.mul (local.get $event) (i64.const 0x9E3779B97F4A7C15)))))

;; A number below $bound; the count of a stream stands at $at.
(func $below (param $key i64) (param $at i32) (param $bound i64) (result i64) (local $word i64) (local $over i64)
  (loop $again
    (i64.store (local.get $at) (i64.add (i64.load (local.get $at)) (i64.const 1)))
    (local.set $word (call $mix (i64.add (local.get $key) (i64.mul (i64.load (local.get $at)) (i64.const 0x9E3779B97F4A7C15)))))
    (if (i64.ge_u (local.get $word) (i64.sub (i64.const 0) (local.get $bound))) (then ;; else it is not among those passed over
      (local.set $over (i64.rem_u (i64.sub (i64.const 0) (local.get $bound)) (local.get $bound)))
      (br_if $again (i32.and (i64.ne (local.get $over) (i64.const 0))
        (i64.ge_u (local.get $word) (i64.sub (i64.const 0) (local.get $over))))))))
  (i64.rem_u (local.get $word) (local.get $bound)))

;; The key of the next chance event; play goes on as if it had just begun.
(func $chance (result i64) (local $event i64)
  (local.set $event (i64.load (i32.const {DRAWN})))
  (i64.store (i32.const {DRAWN}) (i64.add (local.get $event) (i64.const 1)))
  (i32.store (i32.const {CHANCES}) (i32.add (i32.load (i32.const {CHANCES})) (i32.const 1)))
  (if (i32.gt_u (i32.load (i32.const {CHANCES})) (i32.const {MOST_CHANCE})) (then (call $fail)))
  (i32.store (i32.const {STEPS_LEFT}) (i32.const {STEPS})) (global.set $left (i32.const {WORK}))
  (i64.store (global.get $bp) (i64.const 0))
  (call $key_of (i64.load (i32.const {SEED})) (local.get $event)))

(func $draw (param $q i64) (result i64) (local $key i64)
  (local.set $key (call $chance))
  (if (i64.eqz (i64.shr_u (local.get $q) (i64.const 32))) (then (return (i64.const -1))))
  (i64.load (i32.add (i32.wrap_i64 (local.get $q)) (i32.shl
    (i32.wrap_i64 (call $below (local.get $key) (global.get $bp) (i64.shr_u (local.get $q) (i64.const 32)))) (i32.const 3)))))

(func $shuffle (param $z i32) (local $key i64) (local $at i32) (local $s i32) (local $c i32) (local $p i32) (local $n i32)
  (local $o i32)
  (local.set $key (call $chance))
  (local.set $at (global.get $bp))
  (local.set $s (i32.add (local.get $at) (i32.const 8)))
  (local.set $p (local.get $s))
  (block $out (loop $again ;; in the order of their numbers
    (br_if $out (i32.ge_u (local.get $c) (i32.const {components})))
    (if (i32.eq (i32.load (i32.add (i32.shl (local.get $c) (i32.const 2)) (i32.const {where}))) (local.get $z))
      (then (i32.store (local.get $p) (local.get $c)) (local.set $p (i32.add (local.get $p) (i32.const 4)))))
    (local.set $c (i32.add (local.get $c) (i32.const 1)))
    (br $again)))
  (local.set $n (i32.shr_u (i32.sub (local.get $p) (local.get $s)) (i32.const 2)))
  (block $out (loop $again
    (local.set $n (i32.sub (local.get $n) (i32.const 1)))
    (br_if $out (i32.le_s (local.get $n) (i32.const 0)))
    (local.set $o (i32.add (i32.shl (i32.wrap_i64 (call $below (local.get $key) (local.get $at)
      (i64.extend_i32_u (i32.add (local.get $n) (i32.const 1))))) (i32.const 2)) (local.get $s)))
    (local.set $c (i32.load (local.get $o)))
    (i32.store (local.get $o) (i32.load (i32.add (i32.shl (local.get $n) (i32.const 2)) (local.get $s))))
    (i32.store (i32.add (i32.shl (local.get $n) (i32.const 2)) (local.get $s)) (local.get $c))
    (br $again)))
  (i32.store (i32.add (i32.shl (local.get $z) (i32.const 2)) (i32.const {head})) (i32.const -1))
  (i32.store (i32.add (i32.shl (local.get $z) (i32.const 2)) (i32.const {tail})) (i32.const -1))
  (i32.store (i32.add (i32.shl (local.get $z) (i32.const 2)) (i32.const {size})) (i32.const 0))
  (block $out (loop $again
    (br_if $out (i32.ge_u (local.get $s) (local.get $p)))
    (local.set $c (i32.load (local.get $s)))
    (call $bring_in (local.get $c) (local.get $z) (i32.const 0))
    (i32.store (i32.add (i32.shl (local.get $c) (i32.const 2)) (i32.const {shown})) (i32.const 0))
    (local.set $s (i32.add (local.get $s) (i32.const 4)))
    (br $again)))
  (call $changed))
