/** The session is a cookie; the browser only remembers that somebody signed in. */
export const authProvider = {
  async login(credentials) {
    const answer = await fetch('/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    })
    if (!answer.ok) throw new Error('Invalid username or password')
    localStorage.setItem('signed-in', 'yes')
  },
  async logout() {
    localStorage.removeItem('signed-in')
  },
  async checkAuth() {
    if (!localStorage.getItem('signed-in')) throw new Error('Sign in first')
  },
  async checkError({ status }) {
    if (status === 401) throw new Error('Sign in again')
  },
  async getPermissions() {
    return []
  },
}
