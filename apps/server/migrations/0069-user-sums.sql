-- What a user's payments come to is answered by the index that finds them: it also holds what is added up. Its key and the
-- number of indexes stay the same, and no payment is written without changing an indexed column anyway. The old one goes
-- last: reading goes on while the new one is built.
create index transaction_user_sums on transaction (merchant_id, user_id, id desc)
  include (created_at, status_no, method, amount_base_minor, authorized_minor, captured_minor);
drop index transaction_user;
