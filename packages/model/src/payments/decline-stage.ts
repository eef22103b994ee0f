import type { Step } from '../rules/fact.ts'
import type { DeclineStage } from './tx-event.ts'

/**
 * Where a payment ended: at a step of the flow, by a person who denied or cancelled it, by one who forced it to fail, or
 * because it waited too long.
 */
export type DeclinePlace =
  | Exclude<Step, 'D0' | 'D16' | 'D17' | 'D18' | 'D19' | 'AX'>
  | 'PERSON'
  | 'FORCED'
  | 'EXPIRY'

/** Who refuses at a place, unless the code says otherwise. Only the answer of a PSP has no default. */
const byPlace: Readonly<Record<Exclude<DeclinePlace, 'D15'>, DeclineStage>> = {
  D1: 'USER',
  D2: 'MERCHANT',
  D3: 'USER',
  D4: 'RULES',
  D5: 'KYC',
  D6: 'RULES',
  D7: 'SYSTEM',
  D8: 'FRAUD',
  D9: 'RULES',
  D10: 'SYSTEM',
  D11: 'MERCHANT',
  D12: 'RULES',
  D13: 'THREE_DS',
  D14: 'PSP',
  PERSON: 'MERCHANT',
  FORCED: 'SYSTEM',
  EXPIRY: 'USER',
}

const byCodeAndPlace: Readonly<Record<number, Partial<Record<DeclinePlace, DeclineStage>>>> = {
  500: Object.fromEntries(Object.keys(byPlace).map((place) => [place, 'SYSTEM'])),
  508: { D14: 'SYSTEM' },
  509: { D1: 'SYSTEM' },
  511: { D1: 'RULES' },
  512: { D7: 'PSP' },
  523: { D7: 'RULES' },
  544: { D14: 'SYSTEM' },
  551: { EXPIRY: 'THREE_DS' },
  560: { D3: 'SYSTEM' },
  575: { D7: 'PSP' },
  576: { D14: 'SYSTEM' },
  580: { D8: 'SYSTEM' },
  600: { PERSON: 'USER' },
}

const listed = (text: string): readonly number[] => text.trim().split(/\s+/).map(Number)

/** Who speaks when a PSP answers with a code: itself, the bank behind the card or account, 3-D Secure or the user. */
const inAnswers: Readonly<Partial<Record<DeclineStage, readonly number[]>>> = {
  PSP: listed(`
    501 502 503 508 509 510 511 512 514 515 516 517 518 519 521 523 524 526 527 528 533 534 535 543 544 545 546 547 548
    561 562 564 565 566 567 568 569 570 571 572 573 574 576 577 578 579 580 581 602`),
  ISSUER: listed('504 505 506 507 513 530 531 532 536 538 539 540 541 563 575 589 591 592 597'),
  THREE_DS: listed('529 550 551'),
  USER: listed('600'),
  MERCHANT: listed('520 522 525 601'),
  SYSTEM: listed('500 560'),
}

const answerStages = new Map(
  Object.entries(inAnswers).flatMap(([stage, codes]) =>
    codes.map((no) => [no, stage as DeclineStage] as const),
  ),
)

/** What the PSP catalogue may say about a code of one PSP; see `declineStages` of its settings. */
const fromCatalogue: Readonly<Record<string, DeclineStage>> = {
  AUTHENTICATION: 'THREE_DS',
  ISSUER: 'ISSUER',
  PSP: 'PSP',
}

/**
 * Who refused a payment. `catalogueStage` is what the PSP catalogue says about the PSP's code: where one PSP means
 * something else by a code than most, that counts.
 */
export function declineStageOf(statusNo: number, place: DeclinePlace, catalogueStage?: string): DeclineStage {
  if (place !== 'D15') return byCodeAndPlace[statusNo]?.[place] ?? byPlace[place]
  return fromCatalogue[catalogueStage ?? ''] ?? answerStages.get(statusNo) ?? 'PSP'
}

/** Whether it is decided who speaks with this code in the answer of a PSP. */
export const hasAnswerStage = (statusNo: number): boolean => answerStages.has(statusNo)
