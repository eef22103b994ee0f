interface Kind {
  name: string
  read: (text: string) => unknown
}

const asText = (text: string) => text
const number: Kind = { name: 'number', read: Number }
/** Beyond what a JavaScript number holds exactly, so it travels as text. */
const exact: Kind = { name: 'number', read: asText }
const text: Kind = { name: 'text', read: asText }
const time: Kind = { name: 'time', read: (value) => isoTime(value) }

/** By the number PostgreSQL knows a type by. Whatever is not listed reads as text. */
const kinds: Readonly<Record<number, Kind>> = {
  16: { name: 'boolean', read: (value) => value === 't' },
  20: exact,
  21: number,
  23: number,
  700: number,
  701: number,
  1700: exact,
  1082: { name: 'date', read: asText },
  1114: time,
  1184: time,
}

const kindOf = (oid: number): Kind => kinds[oid] ?? text

/** `2026-02-03 09:12:44.12+00` as `2026-02-03T09:12:44.120Z`; infinity and the like stay as they are. */
function isoTime(value: string): string {
  const inZone = /[+-]\d{2}(:?\d{2})?$/.test(value) ? value : `${value}Z`
  const parsed = Date.parse(inZone)
  return Number.isNaN(parsed) ? value : new Date(parsed).toISOString()
}

export const reportColumn = (field: {
  name: string
  dataTypeID: number
}): { name: string; type: string } => ({
  name: field.name,
  type: kindOf(field.dataTypeID).name,
})

export const reportTypes = { getTypeParser: (oid: number) => kindOf(oid).read }
