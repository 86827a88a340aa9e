"""The manuals: text; `rulewright explain RW310` prints from them."""
