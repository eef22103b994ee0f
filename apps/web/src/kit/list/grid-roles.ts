/**
 * The parts of a grid, for elements that are laid out as something else than a table. Their tags alone would say it,
 * but Safari goes by the layout.
 */
export const gridRoles = {
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'gridcell' },
} as const
