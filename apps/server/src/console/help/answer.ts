import { mayAccess } from '@signalbox/model/access/policy'
import { roleDescription } from '@signalbox/model/access/effective-access'
import type { Role } from '@signalbox/model/access/roles'
import type { HelpAnswer, HelpArticle } from '@signalbox/model/calls/help'
import type { TransactionDetail } from '@signalbox/model/calls/transaction'
import { transactionCalls } from '@signalbox/model/calls/transaction'
import { roleLabel } from '@signalbox/model/entities/user'
import { guideContents, type GuidedScreen } from '@signalbox/model/guide/contents'
import type { GuideHit } from '@signalbox/model/guide/guide-index'
import { guideRoute } from '@signalbox/model/guide/guide-section'
import type { Operation } from '@signalbox/model/payments/operations'
import { txStatusLabels, type StatusCode } from '@signalbox/model/reference/status-codes'
import { Refusal } from '@signalbox/model/text/refusal'
import type { SessionUser } from '../../kit/session-user.ts'
import {
  approversInGeneral,
  explainPayment,
  fallbackOf,
  whoApproves,
  whyDeclined,
  whyOperation,
  type SeenPayment,
} from './about-payment.ts'
import { asWritten, neededFor, openable, roleNames, type Draft } from './draft.ts'
import type { Guide } from './guide.ts'
import { readIntent, type Intent } from './intent.ts'

export interface Question {
  readonly question: string
  readonly txId?: number | undefined
}

export interface AnswerDeps {
  readonly user: SessionUser
  readonly guide: Guide
  /** A payment by the same check as opening it; refused with NOT_FOUND where the asker cannot. */
  readonly seePayment: (id: number) => Promise<SeenPayment & { readonly payment: TransactionDetail }>
}

const isNotFound = (error: unknown): boolean => error instanceof Refusal && error.code === 'NOT_FOUND'

/** What cannot be opened does not exist, whichever of the two it is. */
async function paymentFor({ user, seePayment }: AnswerDeps, id: number): Promise<SeenPayment | null> {
  if (!mayAccess(transactionCalls.get.access, user)) return null
  try {
    return await seePayment(id)
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

const noPayment = (id: number): Draft => ({
  text: `There is no transaction ${id} that you can open at the selected merchant.`,
  about: 'find a transaction',
  unknown: true,
})

async function aboutPayment(
  deps: AnswerDeps,
  id: number | null,
  tell: (seen: SeenPayment) => Draft,
  withoutId: Draft,
): Promise<Draft> {
  if (id === null) return withoutId
  const seen = await paymentFor(deps, id)
  return seen ? tell(seen) : noPayment(id)
}

const whichPayment: Draft = {
  text: 'Which transaction? Open it, or write its id, and ask again.',
  about: 'why a payment was declined',
}

const codeWords = ({ no, code, status, text, fallback }: StatusCode): string =>
  `\`${no} ${code}\`, ${txStatusLabels[status].toLowerCase()}: ${text}${status === 'FAILED' ? ` ${fallbackOf(fallback)}` : ''}`

const aboutCodes = (codes: readonly StatusCode[]): Draft => ({
  text: codes.map(codeWords).join('\n\n'),
  about: `status codes ${codes[0]?.code ?? ''}`,
})

const ownRoles = (user: SessionUser, wanted: readonly Role[]): string => {
  const held = wanted.filter((role) => user.roles.includes(role))
  return held.length > 0 ? `You have: ${held.map(roleLabel).join(', ')}.` : 'You have none of these roles.'
}

const aboutRole = (user: SessionUser, role: Role): Draft => ({
  text: `**${roleLabel(role)}** (\`${role}\`): ${roleDescription(role)}.\n\n${
    user.roles.includes(role) ? 'You have this role.' : 'You do not have this role.'
  }`,
  about: `roles ${roleLabel(role)}`,
})

async function aboutOperation(deps: AnswerDeps, operation: Operation, txId: number | null): Promise<Draft> {
  const { label, effect, roles } = operation
  const text = `**${label}**: ${effect}\n\nRoles: ${roleNames(roles)}. ${ownRoles(deps.user, roles)}`
  const seen = txId === null ? null : await paymentFor(deps, txId)
  return {
    text: seen ? `${text}\n\n${whyOperation(operation, seen)}` : text,
    ...(seen && { txId: seen.payment.id }),
    actions: openable(deps.user, [
      { label: 'Open Transactions', route: '/transactions', access: 'transactions.view' },
    ]),
    about: label,
  }
}

const mostActions = 3

const openScreens = (user: SessionUser, screens: readonly GuidedScreen[]) =>
  openable(
    user,
    screens.map(({ path, title, access }) => ({ label: `Open ${title}`, route: path, access })),
  )

const aboutScreen = (user: SessionUser, screen: GuidedScreen): Draft => ({
  text: `**${screen.title}**: ${neededFor(screen.access)} ${
    mayAccess(screen.access, user) ? 'You may open it.' : 'You may not open it.'
  }`,
  actions: openScreens(user, [screen]),
  about: screen.title,
})

const dontKnow: Draft = {
  text: 'I do not know the answer. Try other words, the id of a transaction, a status code such as 506, or the name of a role. Your administrator can help with everything else.',
  unknown: true,
}

/** Figures change by the minute, so none is told: lists count what they show. */
function whereToCount({ user }: AnswerDeps, screens: readonly GuidedScreen[]): Draft {
  const actions = openScreens(user, screens).slice(0, mostActions)
  const where = actions.length > 0 ? ' Open the list and filter it: its total stands beside the title.' : ''
  return { text: `I do not know how many there are.${where}`, actions, about: '', unknown: true }
}

/** At least half of what was asked about stands there; less is chance. */
const isGood = ({ matched, asked }: GuideHit): boolean => asked > 0 && matched * 2 >= asked

/** The page whose screen the section is about: one of a table is meant by its name. */
function screensOf({ page, title }: GuideHit): readonly GuidedScreen[] {
  const { screens = [] } = guideContents.find((content) => content.page === page) ?? {}
  const named = screens.filter((screen) => screen.title === title)
  return named.length > 0 ? named : screens.slice(0, mostActions)
}

function fromGuide({ user, guide }: AnswerDeps, question: string): Draft {
  const best = guide.search(question)[0]
  const section = best && isGood(best) ? guide.section(best.id) : undefined
  if (!best || !section) return dontKnow
  const screens = screensOf(best)
  const closed = screens.filter(({ access }) => !mayAccess(access, user))
  const needs = closed.map(({ title, access }) => `You may not open ${title}. ${neededFor(access)}`)
  const where = section.title === section.pageTitle ? '' : ` (${asWritten(section.pageTitle)})`
  return {
    text: [`**${asWritten(section.title)}**${where}`, section.excerpt, ...needs].filter(Boolean).join('\n\n'),
    actions: openScreens(user, screens),
  }
}

function draftFor(deps: AnswerDeps, intent: Intent, question: string): Promise<Draft> | Draft {
  const { user } = deps
  switch (intent.kind) {
    case 'explain':
      return aboutPayment(deps, intent.txId, explainPayment, whichPayment)
    case 'why':
      return aboutPayment(deps, intent.txId, whyDeclined, whichPayment)
    case 'approvers':
      return aboutPayment(deps, intent.txId, whoApproves, approversInGeneral(user))
    case 'operation':
      return aboutOperation(deps, intent.operation, intent.txId)
    case 'codes':
      return aboutCodes(intent.codes)
    case 'unknownCode':
      return {
        text: `There is no status code ${asWritten(intent.code)}.`,
        about: 'status codes',
        unknown: true,
      }
    case 'role':
      return aboutRole(user, intent.role)
    case 'screen':
      return aboutScreen(user, intent.screen)
    case 'count':
      return whereToCount(deps, intent.screens)
    case 'search':
      return fromGuide(deps, question)
  }
}

const mostArticles = 3
/** Far below the best, a section only shares a few words with the question. */
const leastShare = 0.4

const articleOf = ({ id, title, pageTitle }: GuideHit): HelpArticle => ({
  title,
  page: pageTitle,
  route: guideRoute(id),
})

/** The same question by the same person about the same things always has the same answer. */
export async function answerTo(
  deps: AnswerDeps,
  asked: Question,
): Promise<HelpAnswer & { intent: Intent['kind'] }> {
  const intent = readIntent(asked)
  const draft = await draftFor(deps, intent, asked.question)
  const hits = deps.guide.search(draft.about ?? asked.question).filter(isGood)
  const best = Math.max(0, ...hits.map(({ score }) => score))
  return {
    answer: draft.text,
    articles: hits
      .filter(({ score }) => score >= best * leastShare)
      .slice(0, mostArticles)
      .map(articleOf),
    actions: [...(draft.actions ?? [])],
    known: !draft.unknown,
    txId: draft.txId ?? null,
    intent: intent.kind,
  }
}
