import { sql } from 'kysely'
import type { JournalLine, LedgerEvent } from '@signalbox/model/ledger/journal'
import {
  chargebackWon,
  chargedBack,
  depositReturned,
  methodAmount,
  paymentSucceeded,
  successSuspended,
  suspenseHeld,
  suspenseReturned,
  suspenseSucceeded,
  withdrawalReleased,
  withdrawalReserved,
  type PaymentMoney,
} from '@signalbox/model/ledger/postings'
import type { Database, Tx } from '../../../kit/database.ts'
import { transaction } from '../../../kit/transaction.ts'
import { post } from '../ledger.ts'

const day = '2026-02-03'
const at = new Date(`${day}T12:00:00.000Z`)

export interface BookKeeper {
  readonly db: Database
  readonly merchantId: number
  readonly newId: () => string
}

/** What may happen to a payment next. Each move writes the row and its entries in one transaction, as payments do. */
export type Move = (keeper: BookKeeper) => Promise<void>

/** A payment with its own row and books, that knows its legal next moves. */
export class LedgerPayment {
  readonly id: number
  readonly money: PaymentMoney
  #statusNo = 100
  #suspense = false
  #reserved = false
  #seq = 0
  #disputed = false
  #children = 0

  constructor(id: number, money: PaymentMoney) {
    this.id = id
    this.money = money
  }

  get #isDeposit(): boolean {
    return this.money.direction === 'DEPOSIT'
  }

  async register(keeper: BookKeeper): Promise<void> {
    await insertTransaction(keeper.db, keeper.merchantId, {
      id: this.id,
      method: this.money.direction,
      statusNo: 100,
      wallet: this.money.wallet,
      pspAmount: this.money.pspAmount,
    })
  }

  /** What the state machine lets happen now. */
  moves(): Move[] {
    const no = this.#statusNo
    if (no === 100) return [this.#authorise, this.#move(500)]
    if (no === 200)
      return [
        this.#succeed,
        this.#fail,
        this.#hold,
        this.#move(400),
        ...(this.#isDeposit ? [this.#preauthorise] : []),
      ]
    if (no === 400 || no === 402) return [this.#succeed, this.#fail]
    if (no === 506) return [this.#late]
    if (no === 3) return [this.#capture]
    if (no === 0) return [this.#suspend, ...(this.#isDeposit ? [this.#refund, this.#dispute] : [])]
    return []
  }

  readonly #authorise: Move = (keeper) =>
    this.#step(keeper, 200, async (tx) => {
      if (this.#isDeposit) return
      await this.#book(tx, keeper, 'WITHDRAWAL_RESERVED', withdrawalReserved(this.money.wallet))
      this.#reserved = true
    })

  readonly #preauthorise: Move = (keeper) => this.#step(keeper, 3, () => Promise.resolve())

  readonly #succeed: Move = (keeper) =>
    this.#step(keeper, 0, async (tx) => {
      if (!this.#isDeposit && !this.#reserved)
        await this.#book(tx, keeper, 'WITHDRAWAL_RESERVED', withdrawalReserved(this.money.wallet))
      if (this.#suspense) await this.#book(tx, keeper, 'SUSPENSE_SUCCESS', suspenseSucceeded(this.money))
      else
        await this.#book(
          tx,
          keeper,
          this.#isDeposit ? 'DEPOSIT_SUCCESS' : 'WITHDRAWAL_SUCCESS',
          paymentSucceeded(this.money),
        )
      this.#suspense = false
      this.#reserved = false
    })

  readonly #fail: Move = (keeper) =>
    this.#step(keeper, 506, async (tx) => {
      if (this.#suspense) await this.#book(tx, keeper, 'SUSPENSE_RETURNED', suspenseReturned(this.money))
      if (this.#reserved)
        await this.#book(tx, keeper, 'WITHDRAWAL_RELEASED', withdrawalReleased(this.money.wallet))
      this.#suspense = false
      this.#reserved = false
    })

  readonly #hold: Move = (keeper) =>
    this.#step(keeper, 402, async (tx) => {
      await this.#book(tx, keeper, 'SUSPENSE_HELD', suspenseHeld(this.money))
      this.#suspense = true
    })

  readonly #late: Move = (keeper) =>
    this.#step(keeper, 402, async (tx) => {
      this.#seq++
      await this.#book(tx, keeper, 'SUSPENSE_HELD', suspenseHeld(this.money))
      this.#suspense = true
    })

  readonly #suspend: Move = (keeper) =>
    this.#step(keeper, 402, async (tx) => {
      this.#seq++
      await this.#book(tx, keeper, 'SUCCESS_SUSPENDED', successSuspended(this.money))
      this.#suspense = true
      this.#reserved = !this.#isDeposit
    })

  readonly #capture: Move = (keeper) =>
    this.#step(keeper, 6, (tx) =>
      this.#child(tx, keeper, 'CAPTURE', this.money.pspAmount.minor, paymentSucceeded(this.money)),
    )

  readonly #refund: Move = (keeper) =>
    this.#step(keeper, this.#statusNo, async (tx) => {
      const { psp, pspAccount, wallet, pspAmount } = this.money
      const [part, pspPart] = [wallet.minor / 4n, pspAmount.minor / 4n]
      const isSame = wallet.currency === pspAmount.currency
      if (part === 0n || pspPart === 0n) return
      const back = { ...pspAmount, minor: isSame ? part : pspPart }
      const lines = depositReturned({ psp, pspAccount, wallet: { ...wallet, minor: part }, pspAmount: back })
      await this.#child(tx, keeper, 'REFUND', back.minor, lines)
    })

  readonly #dispute: Move = (keeper) =>
    this.#step(keeper, this.#statusNo, async (tx) => {
      const { psp, pspAccount, pspAmount: amount } = this.money
      const fee = { ...amount, minor: 1500n }
      if (this.#disputed)
        await this.#child(
          tx,
          keeper,
          'CHARGEBACK_WON',
          amount.minor,
          chargebackWon({ psp, pspAccount, amount }),
        )
      else
        await this.#child(
          tx,
          keeper,
          'CHARGEBACK',
          amount.minor,
          chargedBack({ psp, pspAccount, amount, fee }),
        )
      this.#disputed = !this.#disputed
    })

  #move(statusNo: number): Move {
    return (keeper) => this.#step(keeper, statusNo, () => Promise.resolve())
  }

  async #step(keeper: BookKeeper, statusNo: number, body: (tx: Tx) => Promise<void>): Promise<void> {
    await transaction(keeper.db, async (tx) => {
      await body(tx)
      await sql`update transaction set status_no = ${statusNo},
        authorized_at = case when ${statusNo} = 200 then ${at}::timestamptz else authorized_at end
        where merchant_id = ${keeper.merchantId} and id = ${this.id}`.execute(tx)
    })
    this.#statusNo = statusNo
  }

  async #child(
    tx: Tx,
    keeper: BookKeeper,
    method: 'CAPTURE' | 'REFUND' | 'CHARGEBACK' | 'CHARGEBACK_WON',
    pspMinor: bigint,
    lines: JournalLine[],
  ): Promise<void> {
    const id = this.id + ++this.#children
    const pspAmount = { ...this.money.pspAmount, minor: pspMinor }
    await insertTransaction(tx, keeper.merchantId, {
      id,
      method,
      statusNo: 0,
      wallet: this.money.wallet,
      pspAmount,
    })
    await this.#book(tx, keeper, method, lines, id)
  }

  async #book(
    tx: Tx,
    keeper: BookKeeper,
    eventType: LedgerEvent,
    lines: JournalLine[],
    id = this.id,
  ): Promise<void> {
    await post(
      tx,
      {
        merchantId: keeper.merchantId,
        sourceType: 'TRANSACTION',
        sourceId: String(id),
        eventType,
        seq: this.#seq,
        valueDate: day,
        description: eventType,
        lines,
        createdBy: 'system',
      },
      { now: at, newId: keeper.newId },
    )
  }
}

interface Row {
  readonly id: number
  readonly method: string
  readonly statusNo: number
  readonly wallet: PaymentMoney['wallet']
  readonly pspAmount: PaymentMoney['pspAmount']
}

/** The columns books are compared with, and whatever else a row must have. */
export async function insertTransaction(tx: Tx, merchantId: number, row: Row): Promise<void> {
  const { id, method, statusNo, wallet, pspAmount } = row
  // Somebody is at it, whatever its state: these tests are about money.
  await sql`insert into transaction (merchant_id, id, status_no, next_step, lease_until, tx_type, method, provider_type, api_source, currency,
      requested_minor, amount_minor, tx_amount_minor, psp_amount_minor, psp_currency, base_currency, user_id, created_at,
      updated_at, updated_by)
    values (${merchantId}, ${id}, ${statusNo}, 'submit', ${at}, 'CreditcardDeposit', ${method}, 'CREDITCARD', 'FRONT_API',
      ${wallet.currency}, ${String(wallet.minor)}::bigint, ${String(wallet.minor)}::bigint,
      ${String(wallet.minor)}::bigint, ${String(pspAmount.minor)}::bigint, ${pspAmount.currency}, 'EUR', 'user_1', ${at},
      ${at}, 'system')`.execute(tx)
}

/** What the method moves, for tests that make a payment by hand. */
export const inSameCurrency = (money: Omit<PaymentMoney, 'pspAmount'>): PaymentMoney => {
  const made = { ...money, pspAmount: money.wallet }
  return { ...made, pspAmount: methodAmount(made) }
}
