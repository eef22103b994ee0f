/** Straight into the tables: what is measured is reading, and a throwaway database needs no audit of how it was filled. */

const platform = 1000

/**
 * @param {import('pg').Client | import('pg').Pool} owner
 * @param {number} count
 */
export async function fillBankMappings(owner, count) {
  await owner.query(
    `insert into bank_mapping (merchant_id, id, position, title, bic, name, currency, country, swift, bank_country,
       bank_name, transfer_type, created_at, updated_at, updated_by)
     select $1, gen_random_uuid(), 1000 + n, 'Mapping ' || lpad(n::text, 6, '0'), '^BANK' || n % 500, '^Bank of ' || n,
       (array['EUR', 'SEK', 'GBP', 'PLN'])[1 + n % 4], (array['DEU', 'SWE', 'GBR', 'POL', 'FIN'])[1 + n % 5],
       'BANKDEFF', 'DEU', 'Bank number ' || n, 'SEPA', now() - n * interval '1 minute', now() - n * interval '1 minute',
       'bench'
     from generate_series(1, $2::integer) as n`,
    [platform, count],
  )
  await owner.query('vacuum analyze bank_mapping')
}

/**
 * The entries are spread over sixty days and are no valid chain; their numbers stay clear of the server's own.
 * @param {import('pg').Client | import('pg').Pool} owner
 * @param {number} count
 */
export async function fillAuditLog(owner, count) {
  await owner.query(
    `insert into audit_entry (chain_merchant_id, seq, merchant_id, at, actor_type, actor_id, actor_name, ip, entity_type,
       entity_id, entity_label, change_type, action, diff, result, prev_hash, hash)
     select $1, 1000000000 + n, $1, now() - ($2 - n) * interval '60 days' / $2, 'USER', 'user-' || n % 40,
       'user' || n % 40, '127.0.0.1', (array['bank-mapping', 'merchant', 'template'])[1 + n % 3], 'record-' || n % 5000,
       'Record ' || n % 5000, 'UPDATE', 'UPDATE',
       jsonb_build_array(jsonb_build_object('path', 'title', 'from', 'Title ' || n, 'to', 'Title ' || n + 1)), 'OK',
       md5(n::text), md5((n + 1)::text)
     from generate_series(1, $2::integer) as n`,
    [platform, count],
  )
  await owner.query('vacuum analyze audit_entry')
}
