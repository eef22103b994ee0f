/** The column an element of the grid belongs to; -1 for the row numbers, undefined outside of cells. */
export function columnOfElement(element: Element): number | undefined {
  const index = element.closest('[aria-colindex]')?.getAttribute('aria-colindex')
  return index ? Number(index) - 2 : undefined
}

/** The line an element of the grid is on. */
export function lineOfElement(element: Element): number | undefined {
  const line = element.closest<HTMLElement>('[data-line]')?.dataset.line
  return line === undefined ? undefined : Number(line)
}
