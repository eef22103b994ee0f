import { Button, Stack, Textarea } from '@mantine/core'
import { longestCaseText } from '@signalbox/model/calls/case'
import type { CaseEntry, CaseSheet } from '@signalbox/model/calls/case-sheet'
import {
  caseEntryKinds,
  caseResolutions,
  type CaseEntryKind,
  type CaseResolution,
} from '@signalbox/model/investigation/case'
import { useState, type RefObject } from 'react'
import { InstantView } from '../../kit/field/field-view.tsx'
import { useMentionsSeen } from '../../kit/use-inbox.ts'
import { Section } from '../../ui/section.tsx'
import styles from './investigate.module.css'
import type { CaseActions } from './use-case-actions.ts'

const waits: Readonly<Record<string, string>> = {
  PSP: 'is waiting for the PSP',
  MERCHANT: 'is waiting for the merchant',
  NOBODY: 'resumed the case',
}

/** What somebody did, as the middle of a sentence that begins with their name. */
function activityText({ kind, subject }: CaseEntry): string {
  const words = caseEntryKinds[kind as CaseEntryKind] ?? kind.toLowerCase()
  if (subject === null) return words
  if (kind === 'WAITING') return waits[subject] ?? words
  if (kind === 'DECIDED' || kind === 'ASKED') return `${words}: ${subject.toLowerCase()}`
  if (kind === 'FILE') return `${words} a file (${subject})`
  if (kind === 'CLOSED')
    return `${words}: ${(caseResolutions[subject as CaseResolution] ?? subject).toLowerCase()}`
  return `${words} ${kind === 'ATTACHED' ? 'to ' : ''}${subject}`
}

function Entry({ entry }: { readonly entry: CaseEntry }) {
  return (
    <li className={styles.entry} data-kind={entry.kind}>
      <div className={styles.entryHead}>
        <strong>{entry.author}</strong>
        <span>{activityText(entry)}</span>
        <InstantView iso={entry.at} />
      </div>
      {entry.text === null ? null : <p>{entry.text}</p>}
      {entry.reference === null ? null : (
        <p className={styles.muted}>
          Reference <span className="mono">{entry.reference}</span>
        </p>
      )}
    </li>
  )
}

/** Everything people wrote about the case and did to it, and room for one more word. */
export function CaseActivity({
  sheet,
  caseActions,
  field,
}: {
  readonly sheet: CaseSheet
  readonly caseActions: CaseActions
  readonly field: RefObject<HTMLTextAreaElement | null>
}) {
  const [text, setText] = useState('')
  useMentionsSeen({ part: 'case', record: sheet.id })
  const send = async () => {
    if (text.trim().length >= 3 && (await caseActions.run('comment', sheet, { text: text.trim() })))
      setText('')
  }
  return (
    <Section title="Activity">
      {sheet.entries.length === 0 ? (
        <p className={styles.muted}>No activity yet.</p>
      ) : (
        <ol className={styles.story}>
          {sheet.entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {sheet.allowed.includes('comment') ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <Stack gap={8} align="flex-start">
            <Textarea
              ref={field}
              w="100%"
              label="New comment"
              description="Comments cannot be edited or deleted. Use @username to notify a colleague."
              autosize
              minRows={2}
              maxRows={8}
              maxLength={longestCaseText}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape') event.currentTarget.blur()
              }}
            />
            <Button
              type="submit"
              variant="default"
              disabled={text.trim().length < 3}
              loading={caseActions.running === 'comment'}
            >
              Comment
            </Button>
          </Stack>
        </form>
      ) : null}
    </Section>
  )
}
