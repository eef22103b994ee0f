import { useSyncExternalStore } from 'react'
import { personQuestion } from './confirm-person-store.ts'
import { PasswordQuestion } from '../lazy-parts.ts'

/** Asks for the password again before something delicate; mounted once. */
export function ConfirmPersonHost() {
  const question = useSyncExternalStore(personQuestion.subscribe, personQuestion.current)
  return question === null ? null : <PasswordQuestion settle={question.settle} />
}
