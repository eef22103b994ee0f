import { sql } from 'kysely'
import type { JournalLine, LedgerEvent } from '@signalbox/model/ledger/journal'
import {
  movementBooked,
  movementGivenBack,
  movementHeld,
  movementOf,
  movementSuspended,
  movementTaken,
} from '@signalbox/model/ledger/movement'
import {
  methodAmount,
  withdrawalReleased,
  withdrawalReserved,
  type PaymentMoney,
} from '@signalbox/model/ledger/postings'
import {
  addParts,
  partAtPsp,
  partOfWallet,
  subtractPart,
  type ReturnableRest,
  type ReturnedPart,
} from '@signalbox/model/money/returned-part'
import { movementFor } from '@signalbox/model/ledger/testing/movement-for'
import { StatusNo } from '@signalbox/model/reference/status-no'
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
  #statusNo: number = StatusNo.REGISTERED
  #suspense = false
  #reserved = false
  #seq = 0
  #disputed: ReturnedPart | undefined
  #gone: ReturnedPart = { wallet: 0n, fee: 0n, vat: 0n, psp: 0n }
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
      statusNo: StatusNo.REGISTERED,
      wallet: this.money.wallet,
      pspAmount: this.money.pspAmount,
    })
  }

  /** What the state machine lets happen now. */
  moves(): Move[] {
    const statusNo = this.#statusNo
    if (statusNo === StatusNo.REGISTERED) return [this.#authorise, this.#move(StatusNo.ERR_SYSTEM_ERROR)]
    if (statusNo === StatusNo.PROCESSING_PROVIDER)
      return [
        this.#succeed,
        this.#fail,
        this.#hold,
        this.#move(StatusNo.ERR_READ_TIMEOUT),
        ...(this.#isDeposit ? [this.#preauthorise] : []),
      ]
    if (statusNo === StatusNo.ERR_READ_TIMEOUT || statusNo === StatusNo.ERR_INCONSISTENT_TRANSACTION)
      return [this.#succeed, this.#fail]
    if (statusNo === StatusNo.ERR_DECLINED_OTHER_REASON) return [this.#late]
    if (statusNo === StatusNo.SUCCESS_WAITING_CAPTURE) return [this.#capture]
    if (statusNo === StatusNo.SUCCESS)
      return [
        ...(this.#gone.psp === 0n ? [this.#suspend] : []),
        this.#reverse,
        ...(this.#isDeposit ? [this.#refund, this.#dispute] : []),
      ]
    return []
  }

  /** What can still go back of it. */
  get #rest(): ReturnableRest {
    const { wallet, fee, vat, billTo, pspAmount } = this.money
    const charges = billTo === 'USER' ? { fee: fee.minor, vat: vat.minor } : { fee: 0n, vat: 0n }
    const whole = this.#isDeposit
      ? { wallet: wallet.minor, ...charges, psp: pspAmount.minor }
      : { wallet: wallet.minor - charges.fee - charges.vat, fee: 0n, vat: 0n, psp: pspAmount.minor }
    return subtractPart(whole, this.#gone)
  }

  readonly #authorise: Move = (keeper) =>
    this.#step(keeper, StatusNo.PROCESSING_PROVIDER, async (tx) => {
      if (this.#isDeposit) return
      await this.#book(tx, keeper, 'WITHDRAWAL_RESERVED', withdrawalReserved(this.money.wallet))
      this.#reserved = true
    })

  readonly #preauthorise: Move = (keeper) =>
    this.#step(keeper, StatusNo.SUCCESS_WAITING_CAPTURE, () => Promise.resolve())

  readonly #succeed: Move = (keeper) =>
    this.#step(keeper, StatusNo.SUCCESS, async (tx) => {
      if (!this.#isDeposit && !this.#reserved)
        await this.#book(tx, keeper, 'WITHDRAWAL_RESERVED', withdrawalReserved(this.money.wallet))
      if (this.#suspense)
        await this.#book(tx, keeper, 'SUSPENSE_SUCCESS', movementTaken(movementFor(this.money)))
      else
        await this.#book(
          tx,
          keeper,
          this.#isDeposit ? 'DEPOSIT_SUCCESS' : 'WITHDRAWAL_SUCCESS',
          movementBooked(movementFor(this.money)),
        )
      this.#suspense = false
      this.#reserved = false
    })

  readonly #fail: Move = (keeper) =>
    this.#step(keeper, StatusNo.ERR_DECLINED_OTHER_REASON, async (tx) => {
      if (this.#suspense)
        await this.#book(tx, keeper, 'SUSPENSE_RETURNED', movementGivenBack(movementFor(this.money)))
      if (this.#reserved)
        await this.#book(tx, keeper, 'WITHDRAWAL_RELEASED', withdrawalReleased(this.money.wallet))
      this.#suspense = false
      this.#reserved = false
    })

  readonly #hold: Move = (keeper) =>
    this.#step(keeper, StatusNo.ERR_INCONSISTENT_TRANSACTION, async (tx) => {
      await this.#book(tx, keeper, 'SUSPENSE_HELD', movementHeld(movementFor(this.money)))
      this.#suspense = true
    })

  readonly #late: Move = (keeper) =>
    this.#step(keeper, StatusNo.ERR_INCONSISTENT_TRANSACTION, async (tx) => {
      this.#seq++
      await this.#book(tx, keeper, 'SUSPENSE_HELD', movementHeld(movementFor(this.money)))
      this.#suspense = true
    })

  readonly #suspend: Move = (keeper) =>
    this.#step(keeper, StatusNo.ERR_INCONSISTENT_TRANSACTION, async (tx) => {
      this.#seq++
      await this.#book(tx, keeper, 'SUCCESS_SUSPENDED', movementSuspended(movementFor(this.money)))
      this.#suspense = true
      this.#reserved = !this.#isDeposit
    })

  readonly #capture: Move = (keeper) =>
    this.#step(keeper, StatusNo.SUCCESS_CAPTURED, async (tx) => {
      const { wallet, pspAmount } = this.money
      const child = { wallet: wallet.minor, psp: pspAmount.minor }
      await this.#child(tx, keeper, 'CAPTURE', child, movementBooked(movementFor(this.money)))
    })

  /** Part of what is left, by the wallet or at the PSP; nothing where it is too little to share. */
  #goBack(method: 'REFUND' | 'REVERSAL' | 'CHARGEBACK', part: ReturnedPart | undefined): Move {
    return (keeper) =>
      this.#step(keeper, this.#statusNo, async (tx) => {
        if (!part || part.psp === 0n) return
        await this.#child(tx, keeper, method, part, this.#linesOf(method, part))
        this.#gone = addParts([this.#gone, part])
        if (method === 'CHARGEBACK') this.#disputed = part
      })
  }

  readonly #refund: Move = (keeper) =>
    this.#goBack('REFUND', partOfWallet(this.#rest, this.#rest.wallet / 4n))(keeper)

  readonly #reverse: Move = (keeper) =>
    this.#goBack('REVERSAL', partAtPsp(this.#rest, (this.#rest.psp + 2n) / 3n))(keeper)

  readonly #dispute: Move = (keeper) => {
    const won = this.#disputed
    if (!won) return this.#goBack('CHARGEBACK', partAtPsp(this.#rest, this.#rest.psp))(keeper)
    return this.#step(keeper, this.#statusNo, async (tx) => {
      await this.#child(tx, keeper, 'CHARGEBACK_WON', won, this.#linesOf('CHARGEBACK_WON', won))
      this.#gone = subtractPart(this.#gone, won)
      this.#disputed = undefined
    })
  }

  #linesOf(method: ReturnMethod, part: ReturnedPart): JournalLine[] {
    const { psp, pspAccount, wallet, pspAmount } = this.money
    const inWallet = (minor: bigint) => ({ ...wallet, minor })
    const amount = { ...pspAmount, minor: part.psp }
    const movement = movementOf({
      method,
      ofPayout: !this.#isDeposit,
      psp,
      pspAccount,
      wallet: inWallet(part.wallet),
      fee: inWallet(part.fee),
      vat: inWallet(part.vat),
      billTo: 'USER',
      pspAmount: amount,
    })
    return movement ? movementBooked(movement) : []
  }

  #move(statusNo: number): Move {
    return (keeper) => this.#step(keeper, statusNo, () => Promise.resolve())
  }

  async #step(keeper: BookKeeper, statusNo: number, body: (tx: Tx) => Promise<void>): Promise<void> {
    await transaction(keeper.db, async (tx) => {
      await body(tx)
      const isCaptured =
        this.#isDeposit && (statusNo === StatusNo.SUCCESS || statusNo === StatusNo.SUCCESS_CAPTURED)
      const { wallet, pspAmount } = this.money
      const [captured, pspCaptured] = isCaptured ? [wallet.minor, pspAmount.minor] : [0n, 0n]
      await sql`update transaction set status_no = ${statusNo}, authorized_minor = ${String(captured)}::bigint,
        captured_minor = ${String(captured)}::bigint,
        psp_captured_minor = ${String(pspCaptured)}::bigint,
        authorized_at = case when ${statusNo === StatusNo.PROCESSING_PROVIDER} then ${at}::timestamptz else authorized_at end
        where merchant_id = ${keeper.merchantId} and id = ${this.id}`.execute(tx)
      await this.#keepCase(tx, keeper)
    })
    this.#statusNo = statusNo
  }

  /** What is held aside is somebody's to decide about. */
  async #keepCase(tx: Tx, keeper: BookKeeper): Promise<void> {
    await sql`update investigation_case set state = 'RESOLVED', resolved_at = ${at}
      where merchant_id = ${keeper.merchantId} and tx_id = ${this.id}`.execute(tx)
    if (!this.#suspense) return
    await sql`insert into investigation_case (merchant_id, id, tx_id, type, state, severity, cause, due_at, opened_at,
        updated_at, updated_by)
      values (${keeper.merchantId}, ${keeper.newId()}, ${this.id}, 'INCONSISTENT', 'OPEN', 'LOW', 'Unclear', ${at}, ${at},
        ${at}, 'system')`.execute(tx)
  }

  async #child(
    tx: Tx,
    keeper: BookKeeper,
    method: 'CAPTURE' | ReturnMethod,
    part: Pick<ReturnedPart, 'wallet' | 'psp'>,
    lines: JournalLine[],
  ): Promise<void> {
    const id = this.id + ++this.#children
    const wallet = { ...this.money.wallet, minor: part.wallet }
    const pspAmount = { ...this.money.pspAmount, minor: part.psp }
    await insertTransaction(tx, keeper.merchantId, {
      id,
      method,
      statusNo: StatusNo.SUCCESS,
      wallet,
      pspAmount,
    })
    await sql`update transaction set origin_tx_id = ${this.id}
      where merchant_id = ${keeper.merchantId} and id = ${id}`.execute(tx)
    const minor = String(part.wallet)
    await sql`update transaction set
        refunded_minor = refunded_minor + ${method === 'REFUND' ? minor : '0'}::bigint,
        returned_minor = returned_minor + ${method === 'REVERSAL' ? minor : '0'}::bigint,
        chargeback_minor = chargeback_minor + ${method === 'CHARGEBACK' ? minor : '0'}::bigint
          - ${method === 'CHARGEBACK_WON' ? minor : '0'}::bigint
      where merchant_id = ${keeper.merchantId} and id = ${this.id}`.execute(tx)
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

type ReturnMethod = 'REFUND' | 'REVERSAL' | 'CHARGEBACK' | 'CHARGEBACK_WON'

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
