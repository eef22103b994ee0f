-- Messages of PSPs that nobody signed are counted before another one is kept, and removed after a month.
create index callback_rejected on callback (received_at) where outcome = 'REJECTED';
