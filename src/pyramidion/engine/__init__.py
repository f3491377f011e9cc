"""The engine: flat records, compiled rules, dispatch on the record's type, and a small generator."""
