import { containsDisguised, isCommonPassword } from './common-passwords.ts'

export const minPasswordLength = 12
const maxPasswordLength = 256

export interface PasswordContext {
  readonly username?: string
  readonly email?: string
  readonly productName?: string
}

/** Shorter words, such as a first name of three letters, turn up inside innocent passwords too often. */
const minContextWord = 4

function contextWords({ username = '', email = '', productName = '' }: PasswordContext): string[] {
  const [localPart = ''] = email.split('@')
  const names = [username, localPart, productName]
  const words = [...names, ...names.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u))]
  return words.filter((word) => word.length >= minContextWord)
}

/**
 * What is wrong with a new password, in words for the person choosing it; an empty list when nothing is. Length is
 * what makes a password strong. That it holds a letter and a digit is asked of everybody who handles card data.
 */
export function passwordProblems(password: string, context: PasswordContext = {}): string[] {
  const { length } = [...password]
  // The checks below look at every character many times, so a text that is far too long ends here.
  if (length > maxPasswordLength) return [`Must be at most ${maxPasswordLength} characters long`]
  const problems: string[] = []
  if (length < minPasswordLength) problems.push(`Must be at least ${minPasswordLength} characters long`)
  if (!/\p{L}/u.test(password)) problems.push('Must contain a letter')
  if (!/\p{Nd}/u.test(password)) problems.push('Must contain a digit')
  if (contextWords(context).some((word) => containsDisguised(password, word))) {
    problems.push('Must not contain your username, your email or the name of this product')
  }
  if (isCommonPassword(password)) problems.push('Is too easy to guess')
  return problems
}
