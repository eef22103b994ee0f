import { Button } from '@mantine/core'
import { longestQuestion, type HelpAnswer } from '@signalbox/model/calls/help'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { ConsoleLink } from '../../kit/markdown/console-link.tsx'
import { MarkdownView } from '../../kit/markdown/markdown-view.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import styles from './help.module.css'
import { useHelp, usePlace, type Exchange } from './use-help.ts'

export interface HelpPanelProps {
  readonly onClose: () => void
  readonly onShortcuts: () => void
}

const suggestions = (hasTransaction: boolean): readonly string[] => [
  ...(hasTransaction
    ? ['Explain this transaction', 'Why was it declined?', 'Who can approve this transaction?']
    : ['Who can approve?', 'Where do I find a transaction?']),
  'What does code 506 mean?',
  'What roles do I need to refund?',
]

function Answer({ answer, onFollow }: { readonly answer: HelpAnswer; readonly onFollow: () => void }) {
  return (
    <div className={styles.answer} data-unknown={!answer.known || undefined}>
      <MarkdownView source={answer.answer} below={2} onFollow={onFollow} />
      {answer.actions.length === 0 ? null : (
        <p className={styles.actions}>
          {answer.actions.map(({ label, route }) => (
            <ConsoleLink key={route} route={route} className={styles.action} onFollow={onFollow}>
              {label}
              <Icon name="arrow-right" size={14} />
            </ConsoleLink>
          ))}
        </p>
      )}
      {answer.articles.length === 0 ? null : (
        <>
          <p className={styles.more}>In the guide</p>
          <ul className={styles.articles}>
            {answer.articles.map(({ title, page, route }) => (
              <li key={route}>
                <ConsoleLink route={route} onFollow={onFollow}>
                  {title}
                </ConsoleLink>
                {page === title ? null : <span className={styles.page}> · {page}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function Exchanges({
  exchanges,
  onFollow,
}: {
  readonly exchanges: readonly Exchange[]
  readonly onFollow: () => void
}) {
  const end = useRef<HTMLDivElement>(null)
  const newest = exchanges.at(-1)
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [newest])
  return (
    <div role="log" aria-live="polite" aria-label="Questions and answers">
      {exchanges.map(({ id, question, answer }) => (
        <div key={id} className={styles.exchange}>
          <p className={styles.question}>{question}</p>
          {answer ? (
            <Answer answer={answer} onFollow={onFollow} />
          ) : (
            <p className={styles.page}>Looking it up …</p>
          )}
        </div>
      ))}
      <div ref={end} />
    </div>
  )
}

/** One line and a button; what could not be sent stays in it. */
function QuestionForm({
  ask,
  waiting,
}: {
  readonly ask: (question: string) => Promise<boolean>
  readonly waiting: boolean
}) {
  const [question, setQuestion] = useState('')
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const asked = question.trim()
    if (asked === '' || waiting) return
    setQuestion('')
    if (!(await ask(asked))) setQuestion((typed) => typed || asked)
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <input
        className={styles.input}
        aria-label="Your question"
        placeholder="Ask about a page, code or payment"
        value={question}
        maxLength={longestQuestion}
        onChange={(event) => setQuestion(event.currentTarget.value)}
        autoComplete="off"
        data-autofocus
      />
      <Button type="submit" disabled={question.trim() === '' || waiting}>
        Ask
      </Button>
    </form>
  )
}

function Suggestions({ ask }: { readonly ask: (question: string) => Promise<boolean> }) {
  const { txId } = usePlace()
  return (
    <div className={styles.suggestions}>
      <p className={styles.page}>
        Answers come from the guide and from what you may see. Questions are kept for 30 days, for you alone.
      </p>
      {suggestions(txId !== undefined).map((question) => (
        <button key={question} type="button" className={styles.suggestion} onClick={() => void ask(question)}>
          {question}
        </button>
      ))}
    </div>
  )
}

/** Questions to the guide, over any page. */
export default function HelpPanel({ onClose, onShortcuts }: HelpPanelProps) {
  const { exchanges, loading, waiting, failed, ask, forget } = useHelp()
  return (
    <Drawer
      opened
      onClose={onClose}
      title="Help"
      widthPx={480}
      toolbar={
        <div className={styles.tools}>
          <ConsoleLink route="/help" onFollow={onClose}>
            Guide
          </ConsoleLink>
          <ConsoleLink route="/help?page=whats-new" onFollow={onClose}>
            What’s new
          </ConsoleLink>
          <button type="button" className={styles.plain} onClick={onShortcuts}>
            Keyboard shortcuts <Kbd keys="?" />
          </button>
          {exchanges.length === 0 ? null : (
            <button type="button" className={styles.plain} onClick={() => void forget()}>
              Clear
            </button>
          )}
        </div>
      }
      footer={<QuestionForm ask={ask} waiting={waiting} />}
    >
      {!loading && exchanges.length === 0 ? <Suggestions ask={ask} /> : null}
      <Exchanges exchanges={exchanges} onFollow={onClose} />
      {failed ? (
        <ErrorPanel
          compact
          title="The question could not be answered."
          requestId={failed.requestId}
          onRetry={() => void ask(failed.question)}
        />
      ) : null}
    </Drawer>
  )
}
