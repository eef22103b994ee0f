import type { Fields, RecordOf } from '@signalbox/model/field/entity'

const stamp = {
  merchantId: 100010001,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  updatedBy: 'anna',
}

/** A record as the server sends one, with every field that is not given empty. */
export const fakeRecord = <E extends { readonly fields: Fields }>(
  entity: E,
  given: Partial<RecordOf<E>> & { readonly id: string },
): RecordOf<E> => {
  const empty: Partial<RecordOf<E>> = {}
  for (const field of Object.keys(entity.fields)) Object.assign(empty, { [field]: null })
  return { ...empty, ...stamp, ...given } as RecordOf<E>
}
