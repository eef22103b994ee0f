import { decimalText } from '@signalbox/model/money/money-text'
import type { Money } from '@signalbox/model/money/money'

/** What a bank booked, in whatever format it is going to be told. */
export interface BookedEntry {
  readonly bookedOn: string
  readonly amount: Money
  readonly bankRef: string
  readonly reference: string
  readonly counterparty: string
  readonly text: string
}

export interface StatementToWrite {
  readonly ref: string
  readonly sequenceNo: number
  readonly iban: string
  readonly openedOn: string
  readonly closedOn: string
  readonly opening: Money
  readonly entries: readonly BookedEntry[]
}

const closingOf = ({ opening, entries }: StatementToWrite): Money => ({
  currency: opening.currency,
  minor: entries.reduce((sum, { amount }) => sum + amount.minor, opening.minor),
})

const absolute = ({ minor, currency }: Money): Money => ({ minor: minor < 0n ? -minor : minor, currency })

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const amountXml = (amount: Money): string =>
  `<Amt Ccy="${amount.currency}">${decimalText(absolute(amount))}</Amt><CdtDbtInd>${amount.minor < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`

const balanceXml = (code: string, balance: Money, day: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amountXml(balance)}<Dt><Dt>${day}</Dt></Dt></Bal>`

export type CamtVersion = '02' | '08'

function entryXml(entry: BookedEntry, version: CamtVersion): string {
  const { amount, bookedOn, bankRef, reference, counterparty, text } = entry
  const party = amount.minor < 0n ? 'Cdtr' : 'Dbtr'
  const name = `<Nm>${escaped(counterparty)}</Nm>`
  const status = version === '02' ? 'BOOK' : '<Cd>BOOK</Cd>'
  return [
    `<Ntry>${amountXml(amount)}<Sts>${status}</Sts>`,
    `<BookgDt><Dt>${bookedOn}</Dt></BookgDt><ValDt><Dt>${bookedOn}</Dt></ValDt>`,
    `<AcctSvcrRef>${escaped(bankRef)}</AcctSvcrRef>`,
    `<NtryDtls><TxDtls><Refs><EndToEndId>${escaped(reference)}</EndToEndId></Refs>`,
    `<RltdPties><${party}>${version === '02' ? name : `<Pty>${name}</Pty>`}</${party}></RltdPties>`,
    `<RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  ].join('')
}

/** As banks write it today (version 8) and have written it for years (version 2). */
export function camt053(statements: readonly StatementToWrite[], version: CamtVersion): string {
  const bodies = statements.map((statement) => {
    const { ref, sequenceNo, iban, openedOn, closedOn, opening, entries } = statement
    return [
      `<Stmt><Id>${escaped(ref)}</Id><ElctrncSeqNb>${sequenceNo}</ElctrncSeqNb>`,
      `<CreDtTm>${closedOn}T18:00:00+01:00</CreDtTm>`,
      `<Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>${opening.currency}</Ccy></Acct>`,
      balanceXml('OPBD', opening, openedOn),
      balanceXml('CLBD', closingOf(statement), closedOn),
      ...entries.map((entry) => entryXml(entry, version)),
      '</Stmt>',
    ].join('\n')
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>`,
    `<GrpHdr><MsgId>${escaped(statements[0]?.ref ?? 'NONE')}</MsgId></GrpHdr>`,
    ...bodies,
    '</BkToCstmrStmt></Document>\n',
  ].join('\n')
}

const shortDay = (day: string): string => day.replaceAll('-', '').slice(2)
const swiftAmount = (amount: Money): string => {
  const [whole = '0', decimals = ''] = decimalText(absolute(amount)).split('.')
  return `${whole},${decimals}`
}
const side = ({ minor }: Money): string => (minor < 0n ? 'D' : 'C')
const swiftBalance = (tag: string, balance: Money, day: string): string =>
  `:${tag}:${side(balance)}${shortDay(day)}${balance.currency}${swiftAmount(balance)}`

/** SWIFT knows few characters, and a question mark begins a part of :86:. */
const swiftText = (text: string): string => text.replaceAll(/[^A-Za-z\d/\-:().,'+ ]/g, ' ')

const cut = (text: string, length: number): string[] => text.match(new RegExp(`.{1,${length}}`, 'gs')) ?? []

/** The parts of :86: as German banks write them: what the payment is about in pieces of 27, then who paid. */
function information({ reference, counterparty, text }: BookedEntry): string {
  const about = cut(swiftText(`EREF+${reference}SVWZ+${text}`), 27).slice(0, 10)
  const parts = [
    '00SEPA',
    ...about.map((piece, index) => `2${index}${piece}`),
    ...cut(swiftText(counterparty), 27)
      .slice(0, 2)
      .map((piece, index) => `3${index + 2}${piece}`),
  ]
  return cut(`166?${parts.join('?')}`, 65).join('\r\n')
}

export function mt940(statements: readonly StatementToWrite[]): string {
  return statements
    .flatMap((statement) => {
      const { sequenceNo, iban, openedOn, closedOn, opening, entries } = statement
      return [
        `:20:${swiftText(statement.ref).slice(0, 16)}`,
        `:25:${iban}`,
        `:28C:${String(sequenceNo).padStart(5, '0')}/001`,
        swiftBalance('60F', opening, openedOn),
        ...entries.flatMap((entry) => [
          `:61:${shortDay(entry.bookedOn)}${entry.bookedOn.slice(5).replace('-', '')}${side(entry.amount)}${swiftAmount(entry.amount)}NTRFNONREF//${entry.bankRef.slice(0, 16)}`,
          `:86:${information(entry)}`,
        ]),
        swiftBalance('62F', closingOf(statement), closedOn),
        '-',
      ]
    })
    .map((line) => `${line}\r\n`)
    .join('')
}
