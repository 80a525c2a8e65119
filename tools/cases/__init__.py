"""The case file: one combat put before the referee.

`reading` takes cases from files, `models` is their format, and a field's description there says what may stand in it;
the JSON Schema is made from the same models. What the format leaves open, and this reader settles:

- `pay` also takes an object that says exactly what is paid: any of `mana` ("{2}"), `life` and `discard` (numbers),
  `sacrifice`, `tap`, `return` and `exile` (lists of ids of permanents).
- An optional cost is `"exert"`, `"pay"` or `{enlist: id}`.
- A mana ability may say `keep: true` (its player keeps it when the declaration is taken back), `did: [revealed]` (what it did
  that some editions don't let be taken back: to library, from library, from library to the stack, shuffled, revealed, random
  choice) and `spent_on: id` (the source of another mana ability on which its mana was spent).
- `bands` and `optional_costs` belong to `attack` alone. A blocker in a `block` blocks at least one creature.
- `changes` takes null only for `attached_to`, which unattaches.
- An id holds 1 to 200 characters, no brackets (wording uses them) and no control characters.
- A case has at most 1,000 players, 20,000 permanents, 10,000 effects and 10,000 steps, texts of 10,000 characters, and
  numbers up to a million; a line or a JSON document 16 MiB, a YAML file 1 MiB, a list 10,000 cases.
- A case without an id is called by its place: `FILE:LINE`, or `FILE:LINE[N]` in a list.
"""
