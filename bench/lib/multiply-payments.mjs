/** Payments of generated histories have the last of sixteen server numbers in their ids; copies have one of the others. */
const historyNode = 15
const nodes = 15
const nodeStep = 256
const idsPerMs = 4096
const monthMs = 30 * 86_400_000

const ownColumns = {
  id: 'moved.id',
  origin_tx_id: 't.origin_tx_id + (moved.id - t.id)',
  root_tx_id: 't.root_tx_id + (moved.id - t.id)',
  merchant_tx_id: `t.merchant_tx_id || '-' || copy.no`,
  psp_ref_id: `t.psp_ref_id || '-' || copy.no`,
}

/**
 * Makes each generated payment many: the same users pay again at other moments. What belongs to a payment (events,
 * books) stays with the first of them, which is enough for lists, whose rows come from this one table.
 * @param {import('pg').Pool} owner
 * @param {number} wanted how many there are to be in the end
 */
export async function multiplyPayments(owner, wanted) {
  const { rows } = await owner.query('select count(*)::integer as count from transaction')
  const { rows: columns } = await owner.query(
    `select column_name as name, data_type as type from information_schema.columns
     where table_name = 'transaction' and table_schema = current_schema() order by ordinal_position`,
  )
  const names = columns.map(({ name }) => name)
  const values = columns.map(
    ({ name, type }) =>
      ownColumns[name] ??
      (type.startsWith('timestamp') ? `t.${name} - moved.back * interval '1 millisecond'` : `t.${name}`),
  )
  const copies = Math.ceil(wanted / rows[0].count) - 1
  for (let no = 1; no <= copies; no++) {
    const node = no % nodes
    // Four months: as many payments a day as a platform of this size has.
    const backMs = (no % 4) * monthMs + no * 7_001
    await owner.query(
      `insert into transaction (${names.join(', ')})
       select ${values.join(', ')} from transaction t
       cross join (select ${no} as no) copy
       cross join lateral (select ${backMs}::bigint as back,
         t.id - ${backMs}::bigint * ${idsPerMs} - ${(historyNode - node) * nodeStep} as id) moved
       where (t.id / ${nodeStep}) % 16 = ${historyNode}
       on conflict do nothing`,
    )
  }
  await owner.query('vacuum analyze transaction')
}
