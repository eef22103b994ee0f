-- Card checks were stored as deposits; they are a method of their own.
update transaction set method = 'ACCOUNT_VERIFICATION'
where tx_type = 'CreditcardAccountVerification' and method = 'DEPOSIT';

-- Events keep masked account numbers; what a payment is made with stays with the payment.
update tx_event set facts = jsonb_set(facts, '{iban}',
  to_jsonb(left(facts->>'iban', 4) || repeat('*', 14) || right(facts->>'iban', 4)))
where facts ? 'iban' and facts->>'iban' not like '%*%';

-- Whom money came from is sealed in messages of PSPs from now on; those that have done what they say need it no more.
update callback set reading = reading - 'payer'
where reading ? 'payer' and outcome not in ('RECEIVED', 'PARKED', 'FAILED', 'UNKNOWN');
