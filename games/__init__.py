"""The games that come with Rulewright: data, one folder each."""
