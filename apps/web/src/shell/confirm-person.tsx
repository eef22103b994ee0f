import { Suspense, useSyncExternalStore } from 'react'
import { personQuestion } from './confirm-person-store.ts'
import { PasswordQuestion } from './lazy-parts.ts'

/** Asks for the password again before something delicate; mounted once. */
export function ConfirmPersonHost() {
  const question = useSyncExternalStore(personQuestion.subscribe, personQuestion.current)
  if (question === null) return null
  return (
    <Suspense>
      <PasswordQuestion settle={question.settle} />
    </Suspense>
  )
}
