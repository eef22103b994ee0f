/**
 * The letter that follows `g`, for the pages people open most. They are declared and never derived: hands remember
 * them, and a page that is added later must not move them. A page without a letter is found with the palette.
 */
export const goToKeys: ReadonlyMap<string, string> = new Map([
  ['/home', 'h'],
  ['/transactions', 't'],
  ['/legacy/transactions', 'v'],
  ['/user-accounts', 'a'],
  ['/approve', 'p'],
  ['/investigate', 'i'],
  ['/kyc/search', 'k'],
  ['/admin/backoffice-users', 'u'],
  ['/admin/merchant', 'm'],
  ['/admin/audit-log', 'l'],
  ['/admin/bank-mapping', 'b'],
  ['/admin/api-clients', 'c'],
  ['/admin/configuration', 'o'],
  ['/admin/forex-rates', 'r'],
  ['/admin/payment-product-catalog', 'y'],
  ['/admin/maintenance', 'n'],
  ['/templates/email', 'e'],
  ['/templates/script', 's'],
  ['/templates/sql', 'q'],
  ['/settings', 'g'],
  ['/routing/psp-fallback', 'f'],
  ['/rules/forex', 'x'],
])
