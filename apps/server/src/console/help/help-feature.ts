import { helpCalls, mostExchanges, type HelpAnswer } from '@signalbox/model/calls/help'
import type { Feature } from '../../kit/feature.ts'
import { handle, type Work } from '../../kit/handle.ts'
import { lazy } from '../../kit/lazy.ts'
import type { ReadDetail } from '../../payments/transactions/transaction-feature.ts'
import { deleteExchanges, exchangesOf, insertExchange } from '../../people/help/read-model.ts'
import { readPspName } from '../../setup/psp/read-model.ts'
import type { SeenPayment } from './about-payment.ts'
import { answerTo } from './answer.ts'
import { loadGuide } from './guide.ts'

export interface HelpDeps {
  readonly readDetail: ReadDetail
}

const personOf = ({ user }: Pick<Work, 'user'>) => ({ merchantId: user.homeMerchantId, userId: user.id })

async function seePayment(work: Work, { readDetail }: HelpDeps, id: number): Promise<SeenPayment> {
  const payment = await readDetail(work, id)
  const [formats, pspName] = await Promise.all([
    work.deps.userFormats(work.tx, work.user),
    readPspName(work.tx),
  ])
  return { payment, user: work.user, formats, pspName }
}

/**
 * What is kept of an answer. A payment changes, and so does who may see it: the transcript says that it was asked about,
 * and asking again says how it stands.
 */
const kept = (answer: HelpAnswer): HelpAnswer =>
  answer.txId === null
    ? answer
    : { ...answer, answer: `About transaction ${answer.txId}. Ask again to see how it stands now.` }

/** Answers from the guide, the catalogues and the payment somebody looks at; nothing leaves the house. */
export function helpFeature(deps: HelpDeps): Feature {
  const guide = lazy(loadGuide)
  return {
    name: 'help',
    handlers: [
      handle(helpCalls.ask, async (given) => {
        const work = given as Work<unknown, unknown, typeof given.body>
        const { intent, ...answer } = await answerTo(
          { user: work.user, guide: await guide(), seePayment: (id) => seePayment(work, deps, id) },
          work.body,
        )
        const { question, page } = work.body
        const id = work.newId()
        await insertExchange(
          work.tx,
          { ...personOf(work), id, page, question, answer: kept(answer) },
          work.now,
        )
        // Not the question: people write names into it, and the log keeps what it is told for good.
        work.audit({
          merchantId: work.user.homeMerchantId,
          entityType: 'help',
          entityId: id,
          entityLabel: intent,
          action: 'ASK',
          after: { intent, known: answer.known, txId: answer.txId },
        })
        return answer
      }),
      handle(helpCalls.transcript, async (work) => ({
        items: await exchangesOf(work.tx, personOf(work), { now: work.now, most: mostExchanges }),
      })),
      handle(helpCalls.forget, async (work) => {
        const deleted = await deleteExchanges(work.tx, personOf(work))
        work.audit({
          merchantId: work.user.homeMerchantId,
          entityType: 'help',
          entityId: work.user.id,
          entityLabel: work.user.username,
          action: 'FORGET',
          after: { deleted },
        })
        return { deleted }
      }),
    ],
  }
}
