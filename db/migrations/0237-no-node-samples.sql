-- Nodes are read from their connections; `/metrics` has the history.
drop table node_samples;
