"""What each metric means, in a sentence for whoever reads a report. docs/lab.md has the precise definitions."""

MEANINGS = {
    "first-seat advantage": "How much more often the first seat wins than if all seats were equal.",
    "drawishness": "Games that several players won together.",
    "length, median": "Half of the games are as long as this or shorter.",
    "length, 5%": "One game in twenty is as short as this, or shorter.",
    "length, 95%": "One game in twenty is longer.",
    "completion": "Games that finished before they were cut off.",
    "branching": "Legal actions to choose from, on average.",
    "forced decisions": "Decisions with only one legal action.",
    "passes": "Turns lost because nothing could be done.",
    "longest run of forced decisions": "How many decisions in a row had only one legal action.",
    "diversity of actions": "How many different actions are really used, if all were used alike.",
    "actions never used": "Actions that were possible but that no one chose.",
    "lead changes": "How often someone gets ahead who was not the last to be ahead.",
    "decisiveness": "When the winner was last likelier to lose than to win, as a share of the game.",
    "catch-up": "Victories that did not go to whoever led halfway.",
    "snowball": "Victories that went to whoever led after a quarter of the game.",
    "luck share": "How much of what changes the winning chances comes by chance.",
    "skill depth": "How much better one plays who thinks twice as long.",
}
