import { describe, expect, it } from 'vitest'
import { mergeStatusMap, readStatusMap } from './read-status-map.ts'

describe('a file of codes', () => {
  it('names statuses by number or by name, and may leave stage and note out', () => {
    const { entries, problems } = readStatusMap('Code,Status\n05,530\n51,ERR_DECLINED_NO_FUNDS\n')
    expect(problems).toEqual([])
    expect(entries).toEqual([
      { pspCode: '05', statusNo: 530, stage: 'ANY', note: '' },
      { pspCode: '51', statusNo: 504, stage: 'ANY', note: '' },
    ])
  })

  it('says which lines it cannot read', () => {
    const { entries, problems } = readStatusMap('code;status;stage\n05;9999;ANY\n51;504;NOWHERE\n;504;ANY\n')
    expect(entries).toEqual([])
    expect(problems).toEqual(['Line 2: no status 9999', 'Line 3: no stage NOWHERE', 'Line 4: no code'])
    expect(readStatusMap('a,b\n1,2').problems).toHaveLength(1)
  })

  it('replaces what is known and adds what is new', () => {
    const known = [{ pspCode: '05', statusNo: 507, stage: 'ANY', note: 'old' } as const]
    const read = readStatusMap('code,status\n05,530\n51,504').entries
    expect(mergeStatusMap(known, read).map(({ pspCode, statusNo }) => [pspCode, statusNo])).toEqual([
      ['05', 530],
      ['51', 504],
    ])
  })
})
