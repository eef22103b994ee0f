/** Ranges are kept with this many digits, whatever somebody typed. */
export const iinDigits = 11
/** The least that tells an issuer. */
const fewestIinDigits = 6

const lengthOf = (value: number): number => String(value).length

export interface IinBounds {
  readonly rangeStart: number
  readonly rangeEnd: number
}

/** Fewer digits mean all numbers that begin with them. */
export const paddedBounds = ({ rangeStart, rangeEnd }: IinBounds): IinBounds => ({
  rangeStart: Number(String(rangeStart).padEnd(iinDigits, '0')),
  rangeEnd: Number(String(rangeEnd).padEnd(iinDigits, '9')),
})

export interface IinProblem {
  readonly field: 'rangeStart' | 'rangeEnd'
  readonly code: string
  readonly message: string
}

/** What is wrong with a range as it was typed; null when nothing is. */
export function iinProblem(bounds: IinBounds): IinProblem | null {
  const { rangeStart, rangeEnd } = bounds
  if (lengthOf(rangeStart) !== lengthOf(rangeEnd))
    return { field: 'rangeEnd', code: 'LENGTH', message: 'Start and end must have the same number of digits' }
  if (String(rangeStart)[0] !== String(rangeEnd)[0])
    return { field: 'rangeEnd', code: 'FIRST_DIGIT', message: 'Start and end must have the same first digit' }
  if (rangeStart > rangeEnd)
    return { field: 'rangeEnd', code: 'ORDER', message: 'The end must not be before the start' }
  return null
}

/** So many digits a list shows, by what the reader may do. */
export const shownIinDigits = (isAdmin: boolean): number => (isAdmin ? 8 : fewestIinDigits)

export const firstDigits = (value: number, digits: number): number => Number(String(value).slice(0, digits))
