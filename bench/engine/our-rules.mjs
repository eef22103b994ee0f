/** Rows of the bench as a version of a ruleset. */
export function versionOf(table, rows) {
  return {
    rulesetId: 'bench',
    merchantId: 1,
    table: table.slug,
    no: 1,
    name: 'bench',
    version: 1,
    priority: 1,
    inherit: 'OVERRIDABLE',
    enabled: true,
    preconditions: {},
    rules: rows.map((row, i) => ({
      id: String(i),
      no: i + 1,
      name: '',
      note: '',
      enabled: true,
      conditions: Object.fromEntries(Object.entries(row).map(([key, cell]) => [key, ourCell(cell)])),
      outputs: {},
    })),
  }
}

function ourCell(cell) {
  if (cell.op === 'cidr') return { op: 'cidr', values: cell.networks.map((network) => `${network}.0.0/16`) }
  if (cell.op !== 'amount') return cell
  return {
    op: 'moneyRange',
    min: { [cell.currency]: String(cell.min) },
    max: { [cell.currency]: String(cell.max) },
    minInclusive: true,
    maxInclusive: false,
    onMissing: 'NO_MATCH',
  }
}
