;; What generated functions call. Names in braces are addresses; see memory.py.

;; ---------------------------------------------------------------------------------------------- numbers

(func $fail (i32.store (i32.const {ERROR}) (i32.const 1)) unreachable)

(func $add (param $a i64) (param $b i64) (result i64) (local $r i64)
  (local.set $r (i64.add (local.get $a) (local.get $b)))
  (if (i64.lt_s (i64.and (i64.xor (local.get $a) (local.get $r)) (i64.xor (local.get $b) (local.get $r))) (i64.const 0))
    (then (call $fail)))
  (local.get $r))

(func $sub (param $a i64) (param $b i64) (result i64) (local $r i64)
  (local.set $r (i64.sub (local.get $a) (local.get $b)))
  (if (i64.lt_s (i64.and (i64.xor (local.get $a) (local.get $b)) (i64.xor (local.get $a) (local.get $r))) (i64.const 0))
    (then (call $fail)))
  (local.get $r))

(func $mul (param $a i64) (param $b i64) (result i64) (local $r i64)
  (if (i64.eqz (local.get $a)) (then (return (i64.const 0))))
  (local.set $r (i64.mul (local.get $a) (local.get $b)))
  (if (i64.ne (i64.div_s (local.get $r) (local.get $a)) (local.get $b)) (then (call $fail)))
  (local.get $r))

(func $div (param $a i64) (param $b i64) (result i64) (local $r i64)
  (if (i64.eqz (local.get $b)) (then (call $fail)))
  (local.set $r (i64.rem_s (local.get $a) (local.get $b)))
  (i64.sub (i64.div_s (local.get $a) (local.get $b))
    (i64.extend_i32_u (i32.and (i64.ne (local.get $r) (i64.const 0))
      (i64.lt_s (i64.xor (local.get $r) (local.get $b)) (i64.const 0))))))

(func $mod (param $a i64) (param $b i64) (result i64) (local $r i64)
  (if (i64.eqz (local.get $b)) (then (call $fail)))
  (local.set $r (i64.rem_s (local.get $a) (local.get $b)))
  (if (i32.and (i64.ne (local.get $r) (i64.const 0)) (i64.lt_s (i64.xor (local.get $r) (local.get $b)) (i64.const 0)))
    (then (return (i64.add (local.get $r) (local.get $b)))))
  (local.get $r))

;; ---------------------------------------------------------------------------------------------- sets

;; What was pushed from $s on becomes a set.
(func $close (param $s i32) (result i64) (local $n i32) (local $to i32)
  (local.set $n (i32.sub (global.get $bp) (local.get $s)))
  (if (i32.eqz (local.get $n)) (then (return (i64.const 0))))
  (local.set $to (global.get $hp))
  (if (i32.gt_u (i32.add (local.get $to) (local.get $n)) (i32.const {scratch_end})) (then (call $fail)))
  (call $copied (local.get $to) (local.get $s) (local.get $n))
  (global.set $hp (i32.add (local.get $to) (local.get $n)))
  (global.set $bp (local.get $s))
  (call $packed (local.get $to) (local.get $n)))

;; Members from one place to another. Most sets are small, and what copies memory is far away.
(func $copied (param $to i32) (param $from i32) (param $bytes i32)
  (if (i32.gt_u (local.get $bytes) (i32.const 128))
    (then (memory.copy (local.get $to) (local.get $from) (local.get $bytes)) (return)))
  (loop $again
    (local.set $bytes (i32.sub (local.get $bytes) (i32.const 8)))
    (i64.store (i32.add (local.get $to) (local.get $bytes)) (i64.load (i32.add (local.get $from) (local.get $bytes))))
    (br_if $again (local.get $bytes))))

(func $packed (param $at i32) (param $bytes i32) (result i64)
  (i64.or (i64.shl (i64.extend_i32_u (i32.shr_u (local.get $bytes) (i32.const 3))) (i64.const 32))
    (i64.extend_i32_u (local.get $at))))

;; The same, each member once. $none: whether none stays.
(func $once (param $s i32) (param $none i32) (local $p i32) (local $to i32) (local $q i32) (local $v i64)
  (local.set $p (local.get $s)) (local.set $to (local.get $s))
  (global.set $stamp (i32.add (global.get $stamp) (i32.const 1)))
  (block $out (loop $again
    (br_if $out (i32.ge_u (local.get $p) (global.get $bp)))
    (local.set $v (i64.load (local.get $p)))
    (local.set $p (i32.add (local.get $p) (i32.const 8)))
    (br_if $again (i32.and (i32.eqz (local.get $none)) (i64.eq (local.get $v) (i64.const -1))))
    (if (i64.lt_u (local.get $v) (i64.const {MARKS}))
      (then
        (local.set $q (i32.add (i32.shl (i32.wrap_i64 (local.get $v)) (i32.const 2)) (i32.const {marks})))
        (br_if $again (i32.eq (i32.load (local.get $q)) (global.get $stamp)))
        (i32.store (local.get $q) (global.get $stamp)))
      (else
        (local.set $q (local.get $s))
        (block $new (loop $search
          (br_if $new (i32.ge_u (local.get $q) (local.get $to)))
          (br_if $again (i64.eq (i64.load (local.get $q)) (local.get $v)))
          (local.set $q (i32.add (local.get $q) (i32.const 8)))
          (br $search)))))
    (i64.store (local.get $to) (local.get $v))
    (local.set $to (i32.add (local.get $to) (i32.const 8)))
    (br $again)))
  (global.set $bp (local.get $to)))

(func $close_once (param $s i32) (result i64)
  (call $once (local.get $s) (i32.const 1)) (call $close (local.get $s)))

(func $close_there (param $s i32) (result i64)
  (call $once (local.get $s) (i32.const 0)) (call $close (local.get $s)))

;; The only one that was pushed, or none.
(func $close_alone (param $s i32) (result i64) (local $n i32)
  (local.set $n (i32.sub (global.get $bp) (local.get $s)))
  (global.set $bp (local.get $s))
  (if (i32.eqz (local.get $n)) (then (return (i64.const -1))))
  (if (i32.gt_u (local.get $n) (i32.const 8)) (then (call $fail)))
  (i64.load (local.get $s)))

(func $find (param $q i64) (param $v i64) (result i32) (local $p i32) (local $n i32) (local $k i32)
  (local.set $p (i32.wrap_i64 (local.get $q)))
  (local.set $n (i32.wrap_i64 (i64.shr_u (local.get $q) (i64.const 32))))
  (block $out (loop $again
    (br_if $out (i32.ge_u (local.get $k) (local.get $n)))
    (if (i64.eq (i64.load (i32.add (local.get $p) (i32.shl (local.get $k) (i32.const 3)))) (local.get $v))
      (then (return (local.get $k))))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br $again)))
  (i32.const -1))

;; Whether a value was pushed from $s on.
(func $pushed (param $s i32) (param $v i64) (result i32)
  (block $out (loop $again
    (br_if $out (i32.ge_u (local.get $s) (global.get $bp)))
    (if (i64.eq (i64.load (local.get $s)) (local.get $v)) (then (return (i32.const 1))))
    (local.set $s (i32.add (local.get $s) (i32.const 8)))
    (br $again)))
  (i32.const 0))

(func $has (param $q i64) (param $v i64) (result i32)
  (i32.ge_s (call $find (local.get $q) (local.get $v)) (i32.const 0)))

(func $first (param $q i64) (result i64)
  (if (result i64) (i64.eqz (i64.shr_u (local.get $q) (i64.const 32)))
    (then (i64.const -1)) (else (i64.load (i32.wrap_i64 (local.get $q))))))

(func $first_of (param $q i64) (param $count i64) (result i64)
  (if (i64.le_s (local.get $count) (i64.const 0)) (then (return (i64.const 0))))
  (if (i64.ge_u (local.get $count) (i64.shr_u (local.get $q) (i64.const 32))) (then (return (local.get $q))))
  (i64.or (i64.shl (local.get $count) (i64.const 32)) (i64.and (local.get $q) (i64.const 0xffffffff))))

;; A set with members without its first one.
(func $rest (param $q i64) (result i64)
  (select (i64.sub (local.get $q) (i64.const 0xfffffff8)) (i64.const 0) (i64.ge_u (local.get $q) (i64.const 0x200000000))))

;; A set without its first $n.
(func $less (param $q i64) (param $n i32) (result i64)
  (if (i64.le_u (i64.shr_u (local.get $q) (i64.const 32)) (i64.extend_i32_u (local.get $n))) (then (return (i64.const 0))))
  (i64.add (i64.sub (local.get $q) (i64.shl (i64.extend_i32_u (local.get $n)) (i64.const 32)))
    (i64.extend_i32_u (i32.shl (local.get $n) (i32.const 3)))))

(func $after (param $q i64) (param $v i64) (result i64) (local $k i32)
  (local.set $k (call $find (local.get $q) (local.get $v)))
  (if (i32.lt_s (local.get $k) (i32.const 0)) (then (return (local.get $q))))
  (call $less (local.get $q) (i32.add (local.get $k) (i32.const 1))))

(func $same (param $a i64) (param $b i64) (result i32) (local $k i32) (local $n i32)
  (if (i64.eq (local.get $a) (local.get $b)) (then (return (i32.const 1))))
  (if (i64.ne (i64.shr_u (local.get $a) (i64.const 32)) (i64.shr_u (local.get $b) (i64.const 32)))
    (then (return (i32.const 0))))
  (local.set $n (i32.wrap_i64 (i64.shr_u (local.get $a) (i64.const 32))))
  (block $out (loop $again
    (br_if $out (i32.ge_u (local.get $k) (local.get $n)))
    (if (i32.eqz (call $has (local.get $b)
        (i64.load (i32.add (i32.wrap_i64 (local.get $a)) (i32.shl (local.get $k) (i32.const 3))))))
      (then (return (i32.const 0))))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br $again)))
  (i32.const 1))

;; A set that stays as long as the state: it is copied there unless it is there, or constant.
(func $keep (param $q i64) (result i64) (local $p i32) (local $n i32) (local $to i32)
  (if (i32.or (i64.eqz (i64.shr_u (local.get $q) (i64.const 32))) (i64.eq (local.get $q) (i64.const -1)))
    (then (return (local.get $q))))
  (local.set $p (i32.wrap_i64 (local.get $q)))
  (if (i32.or (i32.lt_u (local.get $p) (i32.const {fixed}))
      (i32.and (i32.ge_u (local.get $p) (i32.const {constants})) (i32.lt_u (local.get $p) (global.get $building))))
    (then (return (local.get $q))))
  (local.set $n (i32.shl (i32.wrap_i64 (i64.shr_u (local.get $q) (i64.const 32))) (i32.const 3)))
  (local.set $to (i32.load (i32.const {TOP})))
  (if (i32.gt_u (i32.add (local.get $to) (local.get $n)) (i32.const {fixed})) (then (call $fail)))
  (call $copied (local.get $to) (local.get $p) (local.get $n))
  (i32.store (i32.const {TOP}) (i32.add (local.get $to) (local.get $n)))
  (call $packed (local.get $to) (local.get $n)))

;; ---------------------------------------------------------------------------------------------- definitions

;; Where the value of a definition for its arguments is kept, or would be.
(func $place (param $w i64) (param $f i64) (param $a i64) (param $b i64) (param $c i64) (result i32) (local $h i64)
  (local.set $h (i64.mul (i64.add (local.get $f) (i64.mul (i64.add (local.get $a) (i64.mul (i64.add (local.get $b)
    (i64.mul (local.get $c) (i64.const 0x9E3779B1))) (i64.const 0x85EBCA77))) (i64.const 0xC2B2AE3D)))
    (i64.const 0x9E3779B97F4A7C15)))
  (i32.add (select (i32.const {places}) (i32.const {always}) (i64.ne (local.get $w) (i64.const -1)))
    (i32.shl (i32.wrap_i64 (i64.shr_u (local.get $h) (i64.const {place_shift}))) (i32.const 6))))

(func $is_known (param $p i32) (param $w i64) (param $f i64) (param $a i64) (param $b i64) (param $c i64) (result i32)
  (i32.and (i32.and (i64.eq (i64.load (local.get $p)) (local.get $w))
      (i64.eq (i64.load offset=8 (local.get $p)) (local.get $f)))
    (i32.and (i32.and (i64.eq (i64.load offset=16 (local.get $p)) (local.get $a))
      (i64.eq (i64.load offset=24 (local.get $p)) (local.get $b)))
      (i64.eq (i64.load offset=32 (local.get $p)) (local.get $c)))))

(func $learn (param $p i32) (param $w i64) (param $f i64) (param $a i64) (param $b i64) (param $c i64) (param $v i64)
  (i64.store (local.get $p) (local.get $w))
  (i64.store offset=8 (local.get $p) (local.get $f))
  (i64.store offset=16 (local.get $p) (local.get $a))
  (i64.store offset=24 (local.get $p) (local.get $b))
  (i64.store offset=32 (local.get $p) (local.get $c))
  (i64.store offset=40 (local.get $p) (local.get $v)))

;; A set among those that stay until something changes; 1 when there is no room.
(func $put_by (param $q i64) (result i64) (local $n i32) (local $to i32)
  (if (i64.eqz (i64.shr_u (local.get $q) (i64.const 32))) (then (return (local.get $q))))
  (if (i64.ne (global.get $kept_for) (global.get $version))
    (then (global.set $kept_for (global.get $version)) (global.set $kp (i32.const {kept}))))
  (local.set $n (i32.shl (i32.wrap_i64 (i64.shr_u (local.get $q) (i64.const 32))) (i32.const 3)))
  (local.set $to (global.get $kp))
  (if (i32.gt_u (i32.add (local.get $to) (local.get $n)) (i32.const {lasting})) (then (return (i64.const 1))))
  (call $copied (local.get $to) (i32.wrap_i64 (local.get $q)) (local.get $n))
  (global.set $kp (i32.add (local.get $to) (local.get $n)))
  (call $packed (local.get $to) (local.get $n)))

;; What was pushed from $s on becomes a set that stays until something changes; where there is no room for it, one like any other.
(func $close_kept (param $s i32) (result i64) (local $n i32) (local $to i32)
  (local.set $n (i32.sub (global.get $bp) (local.get $s)))
  (if (i32.eqz (local.get $n)) (then (return (i64.const 0))))
  (if (i64.ne (global.get $kept_for) (global.get $version))
    (then (global.set $kept_for (global.get $version)) (global.set $kp (i32.const {kept}))))
  (local.set $to (global.get $kp))
  (if (i32.gt_u (i32.add (local.get $to) (local.get $n)) (i32.const {lasting})) (then (return (call $close (local.get $s)))))
  (call $copied (local.get $to) (local.get $s) (local.get $n))
  (global.set $kp (i32.add (local.get $to) (local.get $n)))
  (global.set $bp (local.get $s))
  (call $packed (local.get $to) (local.get $n)))

;; Whether a set is one of those, or has no members.
(func $is_kept (param $q i64) (result i32)
  (i32.or (i64.eqz (i64.shr_u (local.get $q) (i64.const 32)))
    (i32.and (i32.ge_u (i32.wrap_i64 (local.get $q)) (i32.const {kept})) (i32.lt_u (i32.wrap_i64 (local.get $q)) (i32.const {lasting})))))

;; A set that is the same in every state; 1 when there is no room.
(func $put_by_for_good (param $q i64) (result i64) (local $n i32) (local $to i32)
  (if (i64.eqz (i64.shr_u (local.get $q) (i64.const 32))) (then (return (local.get $q))))
  (local.set $n (i32.shl (i32.wrap_i64 (i64.shr_u (local.get $q) (i64.const 32))) (i32.const 3)))
  (local.set $to (global.get $ep))
  (if (i32.gt_u (i32.add (local.get $to) (local.get $n)) (i32.const {places})) (then (return (i64.const 1))))
  (call $copied (local.get $to) (i32.wrap_i64 (local.get $q)) (local.get $n))
  (global.set $ep (i32.add (local.get $to) (local.get $n)))
  (call $packed (local.get $to) (local.get $n)))

(func $changed (global.set $version (i64.add (global.get $version) (i64.const 1))))
