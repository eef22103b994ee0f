import { randomInt } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { Api } from './support/api.ts'
import { switchMerchant } from './support/merchant-switch.ts'
import { uniqueName } from './support/people.ts'
import { settled } from './support/screens.ts'
import { importSettlement } from './support/settlement-file.ts'
import { expect, inTurn, test } from './support/test.ts'

inTurn(2)

const sweden = { id: 100010001, name: 'Northlight Sweden' }
const today = () => new Date().toISOString().slice(0, 10)

interface Booked {
  readonly amount: string
  readonly reference: string
  readonly text: string
}

const euros = (cents: number): string => (cents / 100).toFixed(2)
const centsOf = (amount: string): number => Math.round(Number(amount) * 100)

/** A statement as the bank would send it, of an account nobody else has. */
function statementOf(ref: string, iban: string, entries: readonly Booked[]): string {
  const day = today()
  const closing = euros(entries.reduce((sum, { amount }) => sum + centsOf(amount), 0))
  const sum = (amount: string) => `<Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>`
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${sum(amount)}<Dt><Dt>${day}</Dt></Dt></Bal>`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>',
    `<GrpHdr><MsgId>${ref}</MsgId></GrpHdr><Stmt><Id>${ref}</Id><ElctrncSeqNb>1</ElctrncSeqNb>`,
    `<CreDtTm>${day}T18:00:00Z</CreDtTm><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>`,
    balance('OPBD', '0.00'),
    balance('CLBD', closing),
    ...entries.map(
      ({ amount, reference, text }) =>
        `<Ntry>${sum(amount)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>` +
        `<NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs>` +
        `<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
    ),
    '</Stmt></BkToCstmrStmt></Document>\n',
  ].join('\n')
}

/** An account number with right check digits. */
function newIban(): string {
  const account = `37040044${String(randomInt(10 ** 10)).padStart(10, '0')}`
  const check = 98n - (BigInt(`${account}131400`) % 97n)
  return `DE${String(check).padStart(2, '0')}${account}`
}

async function openEntries(page: Page, reference: string): Promise<Locator> {
  await page.goto(`/finance/settlements?mode=bank-entries&keyword=${reference}`)
  await settled(page)
  return page.getByRole('row').filter({ hasText: reference })
}

/** Does something with the entry of a row, and gives the reason. */
async function decide(
  page: Page,
  row: Locator,
  action: string,
  fill: Readonly<Record<string, string>>,
): Promise<void> {
  await row.hover()
  await row.getByRole('button', { name: /^Actions for / }).click()
  await page.getByRole('menuitem', { name: action }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: action }).last()
  for (const [label, text] of Object.entries(fill))
    await dialog.getByRole('textbox', { name: label }).fill(text)
  await expectAccessible(page, action)
  await dialog.getByRole('button', { name: action }).click()
  await expect(dialog).toBeHidden()
}

test('one person imports a bank statement, another reopens a payout it confirmed and links it to its batch', async ({
  openAs,
}) => {
  test.slow()
  const ref = uniqueName('BANK').toUpperCase()
  const [named, right] = [`${ref}-A`, `${ref}-B`]
  const amount = euros(randomInt(1_000_00, 900_000_00))
  const page = await openAs('finance')
  const api = new Api(page.request)
  const ids = new Map<string, string>()
  for (const batchRef of [named, right])
    ids.set(batchRef, await importSettlement(api, sweden.id, { batchRef, amount, day: today() }))

  await page.goto('/finance/settlements?mode=bank')
  await switchMerchant(page, sweden)
  await settled(page)
  await page.getByRole('button', { name: 'Import statement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import bank statement' })
  const content = statementOf(ref, newIban(), [
    { amount, reference: `${ref}-1`, text: `Payout ${named}` },
    { amount: '1.23', reference: `${ref}-2`, text: 'Interest' },
  ])
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: `${ref}.xml`, mimeType: 'text/xml', buffer: Buffer.from(content) })
  await expect(dialog).toContainText('Payouts confirmed: 1')
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /Add bank account/ }).check()
  await expectAccessible(page, 'what a bank statement holds')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog).toBeHidden()

  const interest = await openEntries(page, `${ref}-2`)
  await expect(interest).toContainText('Unmatched')
  await decide(page, interest, 'Set aside', { Reason: 'Interest of the bank' })
  await expect(interest).toContainText('Set aside')
  await expect(await openEntries(page, `${ref}-1`)).toContainText('Payout confirmed')
  const payoutOf = async (batchRef: string) => {
    const path = `/settlement-batch/${ids.get(batchRef)}`
    const { bankRef } = await api.get<{ bankRef: string | null }>(path, { merchantId: sweden.id })
    return bankRef !== null
  }
  expect([await payoutOf(named), await payoutOf(right)]).toEqual([true, false])

  const other = await openAs('finance2')
  await other.goto('/home')
  await switchMerchant(other, sweden)
  const entry = await openEntries(other, `${ref}-1`)
  await decide(other, entry, 'Reopen', { Reason: 'The bank text names the wrong batch' })
  await expect(entry).not.toContainText('Payout confirmed')
  expect(await payoutOf(named)).toBe(false)
  await decide(other, entry, 'Link to a batch', {
    'Settlement batch': right,
    Reason: 'Told by the PSP',
  })
  await expect(entry).toContainText('Payout confirmed')
  await expect(entry).toContainText(right)
  await expectAccessible(other, 'bank entries')
  expect([await payoutOf(named), await payoutOf(right)]).toEqual([false, true])
})
