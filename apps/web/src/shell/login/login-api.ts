import type {
  AuthenticatorSetup,
  EnrolmentAnswer,
  SecurityKeyOptions,
  SecurityKeyResponse,
} from '@signalbox/model/calls/login'
import type { ErrorBody } from '@signalbox/model/text/refusal'
import type { LoginAnswer } from '@signalbox/model/access/session'
import { texts } from '@signalbox/model/text/texts'
import { productPath, send } from '../../kit/api.ts'

/** The login page's calls lie beside the console's API, because nobody is signed in yet. */
export class LoginRefusal extends Error {
  readonly code: ErrorBody['code']
  /** What is wrong with one of the inputs. */
  readonly fieldMessage: string | null
  constructor(body: ErrorBody) {
    super(body.message)
    this.code = body.code
    this.fieldMessage = body.fields?.[0]?.message ?? null
  }
}

const unreadable: ErrorBody = { errorId: '', code: 'INTERNAL', message: texts.somethingWentWrong }

async function post<Reply>(path: string, body: unknown = {}): Promise<Reply> {
  const response = await send('POST', productPath(`/login${path}`), { body })
  const answer: unknown = await response.json().catch(() => unreadable)
  if (response.ok) return answer as Reply
  const isRefusal = typeof answer === 'object' && answer !== null && 'code' in answer && 'message' in answer
  throw new LoginRefusal(isRefusal ? (answer as ErrorBody) : unreadable)
}

export const loginApi = {
  password: (username: string, password: string) => post<LoginAnswer>('', { username, password }),
  totp: (code: string) => post<LoginAnswer>('/totp', { code }),
  recoveryCode: (code: string) => post<LoginAnswer>('/recovery-code', { code }),
  securityKeyOptions: () => post<SecurityKeyOptions>('/security-key/options'),
  securityKey: (response: SecurityKeyResponse) => post<LoginAnswer>('/security-key', { response }),
  newPassword: (password: string) => post<LoginAnswer>('/required-action/password', { password }),
  beginAuthenticator: () => post<AuthenticatorSetup>('/required-action/authenticator/begin'),
  confirmAuthenticator: (code: string) =>
    post<EnrolmentAnswer>('/required-action/authenticator/confirm', { code }),
  beginSecurityKey: () => post<SecurityKeyOptions>('/required-action/security-key/begin'),
  confirmSecurityKey: (response: SecurityKeyResponse, name: string) =>
    post<EnrolmentAnswer>('/required-action/security-key/confirm', { response, name }),
  forgot: (username: string) => post<{ message: string }>('/forgot', { username }),
  reset: (token: string, password: string) => post<{ message: string }>('/reset', { token, password }),
}
