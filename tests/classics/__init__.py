"""The classic games: played at random, and held against OpenSpiel and published counts."""
