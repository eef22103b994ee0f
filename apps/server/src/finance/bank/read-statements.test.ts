import fc from 'fast-check'
import mt940js from 'mt940js'
import { describe, expect, it } from 'vitest'
import { decimalText } from '@signalbox/model/money/money-text'
import { camt053, mt940, type StatementToWrite } from '@signalbox/sandbox/psp/bank-statement-file'
import { readStatements } from './read-statements.ts'
import { sumProblem, UnreadableStatement } from './statement.ts'

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))
const currency = fc.constantFrom('EUR', 'SEK', 'JPY', 'KWD')
const words = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 .,/-]{0,60}[A-Za-z0-9]$/)
const name = fc.stringMatching(/^[A-Z][A-Za-z0-9]{2,20}$/)
const ref = fc.stringMatching(/^[A-Z0-9][A-Z0-9-]{2,14}[A-Z0-9]$/)

const statement: fc.Arbitrary<StatementToWrite> = currency.chain((code) => {
  const amount = fc
    .bigInt({ min: -99_999_999n, max: 99_999_999n })
    .map((minor) => ({ minor, currency: code }))
  return fc.record({
    ref,
    sequenceNo: fc.integer({ min: 1, max: 99_999 }),
    iban: fc.constantFrom('DE89370400440532013000', 'SE4550000000058398257466'),
    openedOn: day,
    closedOn: day,
    opening: amount,
    entries: fc.array(
      fc.record({ bookedOn: day, amount, bankRef: ref, reference: ref, counterparty: name, text: words }),
      { maxLength: 12 },
    ),
  })
})

const expected = (given: StatementToWrite) => ({
  accountNo: given.iban,
  currency: given.opening.currency,
  openedOn: given.openedOn,
  closedOn: given.closedOn,
  openingMinor: given.opening.minor,
  entries: given.entries.map(({ bookedOn, amount, bankRef, reference, counterparty }) => ({
    bookedOn,
    minor: amount.minor,
    bankRef,
    reference,
    counterparty,
  })),
})

const shown = ([found]: ReturnType<typeof readStatements>) => ({
  accountNo: found?.accountNo,
  currency: found?.currency,
  openedOn: found?.openedOn,
  closedOn: found?.closedOn,
  openingMinor: found?.openingMinor,
  entries: found?.entries.map(({ bookedOn, minor, bankRef, reference, counterparty }) => ({
    bookedOn,
    minor,
    bankRef,
    reference,
    counterparty,
  })),
})

describe('statements as banks send them', () => {
  it.each(['02', '08'] as const)('are read back from camt.053 version %s', (version) => {
    fc.assert(
      fc.property(statement, fc.string(), (given, odd) => {
        const texts = {
          ...given,
          entries: given.entries.map((entry) => ({
            ...entry,
            text: `${entry.text} <&> ${odd.replaceAll(/[^\P{C}]/gu, '')}`,
          })),
        }
        const [found, ...others] = readStatements(camt053([texts], version))
        expect(others).toEqual([])
        expect(shown(found ? [found] : [])).toEqual(expected(given))
        expect(found?.ref).toBe(given.ref)
        expect(found?.entries.every(({ text }) => text.includes('<&>'))).toBe(true)
        expect(found && sumProblem(found)).toBeNull()
      }),
      { numRuns: 60 },
    )
  })

  it('are read back from MT940, whatever its line ends', () => {
    fc.assert(
      fc.property(statement, fc.constantFrom('\r\n', '\n', '\r'), (given, end) => {
        const [found] = readStatements(mt940([given]).replaceAll('\r\n', end))
        expect(shown(found ? [found] : [])).toEqual(expected(given))
        expect(found && sumProblem(found)).toBeNull()
      }),
      { numRuns: 100 },
    )
  })

  it('are read from MT940 as another reader reads them', () => {
    let compared = 0
    // mt940js adds up in binary fractions and refuses what does not come out even; small sums do.
    fc.assert(
      fc.property(
        statement.filter(({ opening }) => ['EUR', 'SEK'].includes(opening.currency)),
        (given) => {
          const file = mt940([given])
          const [ours] = readStatements(file)
          const theirs = otherReader(file)
          if (!theirs) return
          compared++
          const euros = (minor: bigint) => Number(decimalText({ minor, currency: 'EUR' }))
          expect(theirs.transactions.map(({ amount }) => amount)).toEqual(
            ours?.entries.map(({ minor }) => euros(minor)),
          )
          expect(theirs.openingBalance).toBe(euros(ours?.openingMinor ?? 0n))
          expect(theirs.closingBalance).toBe(euros(ours?.closingMinor ?? 0n))
        },
      ),
      { numRuns: 60 },
    )
    expect(compared).toBeGreaterThan(10)
  })

  it('are either read or refused in words, wherever the file was cut off, and never differently', () => {
    fc.assert(
      fc.property(
        statement,
        fc.constantFrom('camt', 'mt'),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (given, format, share) => {
          const file = format === 'camt' ? camt053([given], '08') : mt940([given])
          const cut = file.slice(0, Math.floor(share * file.length))
          try {
            const [found] = readStatements(cut)
            // What was cut off was nothing but white space, or what stands around the statement.
            expect(shown(found ? [found] : [])).toEqual(expected(given))
          } catch (error) {
            expect(error).toBeInstanceOf(UnreadableStatement)
          }
        },
      ),
      { numRuns: 150 },
    )
  })
})

function otherReader(file: string) {
  try {
    return new mt940js.Parser().parse(file)[0]
  } catch (error) {
    if (String(error).includes('balance')) return undefined
    throw error
  }
}

const example: StatementToWrite = {
  ref: 'STMT-1',
  sequenceNo: 7,
  iban: 'DE89370400440532013000',
  openedOn: '2026-02-02',
  closedOn: '2026-02-03',
  opening: { minor: 100_00n, currency: 'EUR' },
  entries: [
    {
      bookedOn: '2026-02-03',
      amount: { minor: 50_25n, currency: 'EUR' },
      bankRef: 'B1',
      reference: 'E1',
      counterparty: 'Acme',
      text: 'Batch 2026-02-03-0417',
    },
  ],
}
const refusal = (content: string): string => {
  try {
    readStatements(content)
  } catch (error) {
    if (error instanceof UnreadableStatement) return error.message
    throw error
  }
  return 'read'
}

describe('a file that is no statement', () => {
  const camt = camt053([example], '02')

  it('is refused in words', () => {
    expect(refusal('')).toBe('The file is empty')
    expect(refusal('PK\u0003\u0004…')).toBe('The file is neither camt.053 nor MT940')
    expect(refusal('<html><body>Sign in</body></html>')).toBe('The file is XML, but not a camt.053 statement')
    expect(refusal(camt.slice(0, -20))).toContain('not whole')
    expect(refusal(camt.replace('</Stmt>', '</Stmt></Stmt>'))).toContain('not whole')
    expect(refusal(`${camt}<More/>`)).toContain('more than one document')
    expect(refusal(camt.replaceAll('camt.053', 'camt.052'))).toContain('only camt.053')
    expect(refusal(camt.replaceAll('Ccy="EUR">50.25', 'Ccy="USD">50.25'))).toBe(
      'Entry 1 of statement 1 is in USD, the account in EUR',
    )
    expect(refusal(camt.replaceAll('50.25', '50.255'))).toContain('has no amount in EUR')
    expect(refusal(camt.replaceAll('50.25', '-50.25'))).toContain('has no amount in EUR')
    expect(refusal(camt.replaceAll('EUR', 'EUX'))).toContain('Unknown currency EUX')
    expect(refusal(camt.replace('<Cd>CLBD</Cd>', '<Cd>XPCD</Cd>'))).toBe(
      'The statement has no closing balance',
    )
    expect(refusal(mt940([example]).replace(/:62F:.*\r\n/, ''))).toContain('no closing balance')
    expect(refusal(mt940([example]).replace('C50,25', 'C50.25'))).toBe('Line 5: :61: is not an entry')
    expect(refusal(mt940([example]).replace(':60F:C260202', ':60F:C260230'))).toContain(':60F: has no date')
  })

  it('cannot make the reader fetch or grow anything', () => {
    const external = camt
      .replace('?>', '?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>')
      .replace('Acme', '&e;')
    const laughs = camt.replace(
      '?>',
      '?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>',
    )
    expect(refusal(external)).toContain('document type')
    expect(refusal(laughs)).toContain('document type')
    // An entity nobody declared stays the text it is.
    expect(readStatements(camt.replace('Acme', '&passwd;'))[0]?.entries[0]?.counterparty).toBe('&passwd;')
    expect(refusal(camt.replace('Acme', `${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}`))).toContain(
      'nested too deeply',
    )
  })

  it('is refused when it has more entries than can be read at once', () => {
    const entries = Array.from(
      { length: 20_001 },
      () => example.entries[0] as StatementToWrite['entries'][number],
    )
    expect(refusal(mt940([{ ...example, entries }]))).toBe(
      'The file has 20001 entries; 20000 can be read at once',
    )
  })

  it('is told not to add up', () => {
    const [found] = readStatements(camt.replace('>50.25', '>50.26'))
    expect(found && sumProblem(found)).toBe(
      'The opening balance 100.00 EUR and the entries make 150.26 EUR, but the closing balance is 150.25 EUR',
    )
  })
})

describe('what only some banks write', () => {
  it('reversals count the other way round and are told', () => {
    const file = mt940([example])
      .replace('C50,25', 'RC50,25')
      .replace(':62F:C260203EUR150,25', ':62F:C260203EUR49,75')
    const [found] = readStatements(file)
    expect(found?.entries[0]).toMatchObject({ minor: -50_25n, isReversal: true })
    expect(found && sumProblem(found)).toBeNull()
  })

  it('pending entries are no money yet', () => {
    const [found] = readStatements(camt053([example], '08').replace('<Cd>BOOK</Cd>', '<Cd>PDNG</Cd>'))
    expect(found?.entries).toEqual([])
  })

  it('an entry of New Year’s Eve is booked in the year it belongs to', () => {
    const file = mt940([example]).replace(':61:2602030203', ':61:2601021231')
    expect(readStatements(file)[0]?.entries[0]).toMatchObject({
      valueOn: '2026-01-02',
      bookedOn: '2025-12-31',
    })
  })

  it('what SWIFT puts around a message is passed over', () => {
    const file = `{1:F01BANKDEFFXXXX0000000000}{2:O9400000}{4:\r\n${mt940([example]).replace(/-\r\n$/, '-}{5:{CHK:1}}\r\n')}`
    expect(readStatements(file)[0]?.entries).toHaveLength(1)
  })

  it('Dutch words of :86: are understood', () => {
    const file = mt940([example]).replace(
      /:86:[^]*?(?=:62F:)/,
      ':86:/TRTP/SEPA/NAME/Acme BV/REMI/Batch 7/EREF/E-77\r\n',
    )
    expect(readStatements(file)[0]?.entries[0]).toMatchObject({ counterparty: 'Acme BV', reference: 'E-77' })
  })
})
