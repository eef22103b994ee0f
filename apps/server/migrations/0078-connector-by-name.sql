-- Payments are spoken to by the connector the catalogue names. Until now that was a text nobody read, and the name of the PSP
-- decided: for these it goes on doing so.
update psp set connector = psp
where psp in ('acmecards', 'borealpay', 'kestrelcard', 'nordbank', 'walletx', 'manualbank', 'voucherstore', 'coinsim')
  and connector <> psp;
