import { freshPage, takeOver } from './fresh-page.ts'
import { MethodPanel, tell } from './method-panel.ts'

interface PayReply {
  readonly location?: string
  readonly say?: string
  readonly problems?: Readonly<Record<string, string>>
  readonly summary?: string
  /** The shop could not find out whether the payment was made. */
  readonly isUnknown?: boolean
}

const quoteAfterMs = 350
const amountPattern = /^\d+([.,]\d+)?$/

const say = (text: string): void => {
  const place = document.querySelector('[data-say]')
  if (place) place.textContent = text
}

function alertOf(text: string): void {
  const place = document.querySelector<HTMLElement>('[data-alert]')
  if (!place) return
  place.textContent = text
  place.hidden = text === ''
}

/** What the form would send. There are no files in it. */
const fieldsOf = (form: HTMLFormElement): [string, string][] =>
  [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))

const inAddress = new Set([
  'shop',
  'country',
  'currency',
  'locale',
  'customer',
  'direction',
  'amount',
  'method',
])

/** The address of this page as the form now stands, for what it costs. */
const addressOf = (form: HTMLFormElement): string =>
  `/cashier?${new URLSearchParams(fieldsOf(form).filter(([name]) => inAddress.has(name))).toString()}`

/** The cashier with a script: it judges before it sends, keeps what was typed, and asks what an amount costs. */
export function runForm(form: HTMLFormElement): void {
  const texts = JSON.parse(form.dataset.problems ?? '{}') as Record<string, string>
  const panels = new Map<string, MethodPanel>()
  for (const panel of form.querySelectorAll<HTMLElement>('[data-inputs]')) {
    const key = panel.closest<HTMLElement>('[data-method]')?.dataset.method ?? ''
    panels.set(key, new MethodPanel(panel, texts))
  }
  const chosen = (): string => new URLSearchParams(fieldsOf(form)).get('method') ?? ''
  runAmount(form, chosen)
  // Who comes back from a bank finds the page as it was left, about a payment that was made already.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
  form.addEventListener('submit', (event) => {
    const { submitter } = event
    // To remove an account is a form of its own.
    if (submitter?.hasAttribute('formaction')) return
    event.preventDefault()
    void send(form, panels.get(chosen()))
  })
}

const feeOf = (method: Element | null): string => method?.querySelector('[data-fee]')?.textContent ?? ''

/** Fees and limits follow the amount, what is to be paid follows both. */
function runAmount(form: HTMLFormElement, chosen: () => string): void {
  const amount = form.querySelector<HTMLInputElement>('#amount')
  let waiting: ReturnType<typeof setTimeout> | undefined
  let asked: AbortController | undefined
  const methodAt = (root: ParentNode, key: string): Element | null =>
    root.querySelector(`[data-method="${CSS.escape(key)}"]`)
  const showFee = (): void => {
    const place = form.querySelector('[data-chosen-fee]')
    if (place) place.textContent = feeOf(methodAt(form, chosen()))
  }
  const quote = async (): Promise<void> => {
    asked?.abort()
    asked = new AbortController()
    const page = await freshPage(addressOf(form), asked.signal)
    if (!page) return
    for (const part of ['[data-total]', '[data-pay-text]', '[data-presets]']) takeOver(page, form, part)
    for (const method of form.querySelectorAll<HTMLElement>('[data-method]')) {
      const newer = methodAt(page, method.dataset.method ?? '')
      if (newer) takeOver(newer, method, '[data-quote]')
    }
    showFee()
  }
  amount?.addEventListener('input', () => {
    tell(amount, '')
    clearTimeout(waiting)
    waiting = setTimeout(() => void quote(), quoteAfterMs)
  })
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'method') showFee()
  })
  // By their place in the page, because the amounts themselves are drawn anew.
  form.addEventListener('click', (event) => {
    const preset = event.target instanceof Element && event.target.closest<HTMLElement>('[data-amount]')
    if (!preset || !amount) return
    event.preventDefault()
    amount.value = preset.dataset.amount ?? ''
    tell(amount, '')
    void quote()
  })
}

function checkAmount(form: HTMLFormElement): HTMLElement | undefined {
  const amount = form.querySelector<HTMLInputElement>('#amount')
  if (!amount) return undefined
  const isRight = amountPattern.test(amount.value.trim()) && Number(amount.value.replace(',', '.')) > 0
  tell(amount, isRight ? '' : (form.dataset.amountProblem ?? ''))
  return isRight ? undefined : amount
}

/** Of the fields the shop objects to, the first is where the customer goes on. */
function tellProblems(form: HTMLFormElement, problems: Readonly<Record<string, string>>): void {
  const controls = Object.entries(problems).flatMap(([name, text]) => {
    const [, place = ''] = /^[^/]+\/(.*)$/.exec(name) ?? []
    const control =
      form.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]:not([type="hidden"], [type="radio"])`) ??
      form.querySelector<HTMLElement>(`[data-input="${CSS.escape(place)}"]`)
    if (control) tell(control, text)
    else alertOf(text)
    return control ? [control] : []
  })
  controls[0]?.focus()
}

function setBusy(form: HTMLFormElement, isBusy: boolean): void {
  form.setAttribute('aria-busy', String(isBusy))
  const button = form.querySelector<HTMLButtonElement>('[data-pay]')
  if (button) button.disabled = isBusy
  if (isBusy) say(form.dataset.loading ?? '')
}

async function send(form: HTMLFormElement, panel: MethodPanel | undefined): Promise<void> {
  if (form.getAttribute('aria-busy') === 'true') return
  alertOf('')
  const wrong = [checkAmount(form), panel?.check()].find((control) => control !== undefined)
  if (wrong) {
    wrong.focus()
    return
  }
  setBusy(form, true)
  try {
    await panel?.seal(form.dataset.cardKey ?? '')
    const answer = await fetch(form.action, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(fieldsOf(form)),
    })
    follow(form, (await answer.json()) as PayReply)
  } catch {
    offerCheck(form)
  }
}

/** It may have been paid. Until that is known the form waits, and it never gets another reference. */
function offerCheck(form: HTMLFormElement): void {
  alertOf(form.dataset.lost ?? '')
  say('')
  const place = document.querySelector<HTMLElement>('[data-unknown]')
  const button = place?.querySelector('button')
  if (!place || !button) return
  place.hidden = false
  button.disabled = false
  button.focus()
  const look = (): void => {
    button.disabled = true
    void check(form, place)
  }
  button.addEventListener('click', look, { once: true })
}

/** Asks for the payment by its reference: there is a receipt, or the form may be sent as it is. */
async function check(form: HTMLFormElement, place: HTMLElement): Promise<void> {
  say(form.dataset.loading ?? '')
  try {
    const answer = await fetch(form.dataset.check ?? '', { headers: { accept: 'application/json' } })
    if (answer.status !== 200 && answer.status !== 404) {
      offerCheck(form)
      return
    }
    const reply = (await answer.json()) as PayReply
    place.hidden = true
    follow(form, reply)
    if (reply.location === undefined) form.querySelector<HTMLElement>('[data-pay]')?.focus()
  } catch {
    offerCheck(form)
  }
}

function follow(
  form: HTMLFormElement,
  { location: next, say: words, problems = {}, summary, isUnknown }: PayReply,
): void {
  if (next !== undefined) {
    if (words) say(words)
    location.assign(next)
    return
  }
  if (isUnknown) {
    offerCheck(form)
    return
  }
  setBusy(form, false)
  say('')
  tellProblems(form, problems)
  if (summary) alertOf(summary)
}
