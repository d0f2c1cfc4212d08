-- Events come in the order of their times: a few pages tell which are past their period.
create index posting_events_at on posting_events using brin (at) with (autosummarize = on);
