import { Button, Textarea } from '@mantine/core'
import type { RuleComment } from '@signalbox/model/calls/ruleset'
import { useState } from 'react'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isSubmitKey } from '../../ui/submit-key.ts'
import styles from './approval.module.css'
import { useAddComment, useComments, type CommentsOf } from './use-comments.ts'

const longest = 1_000

/** Whoever opened the field wants to write in it. */
const focusOnce = (field: HTMLTextAreaElement | null) => field?.focus()

export function CommentList({ comments }: { readonly comments: readonly RuleComment[] }) {
  if (comments.length === 0) return null
  return (
    <ul className={styles.comments} aria-label="Comments">
      {comments.map(({ id, author, at, text }) => (
        <li key={id} className={styles.comment}>
          <div className={styles.by}>
            <strong>{author}</strong> <InstantView iso={at} />
          </div>
          <p className={styles.text}>{text}</p>
        </li>
      ))}
    </ul>
  )
}

interface ThreadProps {
  readonly about: CommentsOf
  /** Null: about the change as a whole. */
  readonly rowId: string | null
  readonly label: string
  readonly mayComment: boolean
}

/** Where one writes: a button until somebody wants to. */
function NewComment({ about, rowId, label }: Omit<ThreadProps, 'mayComment'>) {
  const [text, setText] = useState<string | null>(null)
  const { mutate, isPending } = useAddComment(about)
  if (text === null)
    return (
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<Icon name="edit" size={13} />}
        aria-label={`Comment on ${label}`}
        onClick={() => setText('')}
      >
        Comment
      </Button>
    )
  const send = () => {
    if (text.trim() === '' || isPending) return
    mutate({ rowId, text: text.trim() }, { onSuccess: () => setText(null) })
  }
  return (
    <div className={styles.reply}>
      <Textarea
        w="100%"
        aria-label={`Comment on ${label}`}
        placeholder="The authors and earlier commenters are notified"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={longest}
        value={text}
        ref={focusOnce}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (!isSubmitKey(event)) return
          event.preventDefault()
          send()
        }}
      />
      <div className={styles.people}>
        <Button size="compact-sm" loading={isPending} disabled={text.trim() === ''} onClick={send}>
          Add comment
        </Button>
        <Button size="compact-sm" variant="default" disabled={isPending} onClick={() => setText(null)}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

/** What was said about one row, and room to say more. */
export function CommentThread(props: ThreadProps) {
  const { about, rowId, mayComment } = props
  const { data } = useComments(about)
  const comments = data?.items.filter((comment) => comment.rowId === rowId) ?? []
  return (
    <div className={styles.thread}>
      <CommentList comments={comments} />
      {mayComment ? <NewComment {...props} /> : null}
    </div>
  )
}
