"""What the house answers to: each file has the handlers of one part of its addresses."""
