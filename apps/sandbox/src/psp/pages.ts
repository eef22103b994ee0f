import { html, seeOther, type Reply, type Route, type SandboxRequest } from '../http-server.ts'
import type { Operation } from './operation.ts'
import type { PspCore } from './psp-core.ts'
import { reasons } from './reasons.ts'
import { challengeForm, closedPage, confirmForm } from './page-html.ts'
import { pageLanguage } from './page-words.ts'

export const goodCode = '1234'
const badCode = '9999'
const mostTries = 3

/** The pages payers are sent to: one address per payment, a form, and the way back. */
export function pageRoutes(core: PspCore, psp: string, name: string): readonly Route[] {
  const wrongCodes = new Map<string, number>()
  const path = `/${psp}/page/{id}`

  const leave = async (
    operation: Operation,
    result: Parameters<PspCore['finishPage']>[1],
    payerIban?: string,
  ): Promise<Reply> => {
    await core.finishPage(operation, result, payerIban)
    return seeOther(operation.returnUrl)
  }
  const failed = (code: string) => ({ failed: code })

  const open = (id: string): Operation | undefined => {
    const operation = core.look(psp, id)?.operation
    return operation?.state === 'redirect' ? operation : undefined
  }

  const show = (operation: Operation, { headers }: SandboxRequest, wrong: boolean): Reply => {
    const form = operation.plan.page === 'otp' ? challengeForm : confirmForm
    const { reference, payerIban, amount } = operation
    const language = pageLanguage(operation.locale, headers)
    return html(200, form({ provider: name, language, amount, reference, wrong, payerIban }))
  }
  const closed = ({ headers, param }: SandboxRequest): Reply => {
    const locale = core.look(psp, param('id'))?.operation.locale
    return html(404, closedPage(name, pageLanguage(locale, headers)))
  }

  return [
    {
      method: 'GET',
      path,
      run: async (request) => {
        const operation = open(request.param('id'))
        if (!operation) return closed(request)
        switch (operation.plan.page) {
          case 'passes':
            return leave(operation, 'agreed')
          case 'fails':
            return leave(operation, failed(reasons.notAuthenticated))
          case 'expires':
            return leave(operation, failed(reasons.authenticationExpired))
          case 'breaks':
            return leave(operation, failed(reasons.authenticationBroke))
          case 'plain':
          case 'otp':
            return show(operation, request, false)
        }
      },
    },
    {
      method: 'POST',
      path,
      run: async (request) => {
        const operation = open(request.param('id'))
        if (!operation) return closed(request)
        const fields = new URLSearchParams(request.body)
        if (fields.get('action') === 'cancel') return leave(operation, 'cancelled')
        const account = fields.get('account')?.replace(/\s/g, '')
        if (operation.plan.page !== 'otp' || fields.get('otp') === goodCode)
          return leave(operation, 'agreed', account)
        const tries = (wrongCodes.get(operation.id) ?? 0) + 1
        wrongCodes.set(operation.id, tries)
        return fields.get('otp') === badCode || tries >= mostTries
          ? leave(operation, failed(reasons.notAuthenticated))
          : show(operation, request, true)
      },
    },
  ]
}
