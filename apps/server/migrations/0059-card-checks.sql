-- Card checks were stored as deposits; they are a method of their own.
update transaction set method = 'ACCOUNT_VERIFICATION'
where tx_type = 'CreditcardAccountVerification' and method = 'DEPOSIT';
