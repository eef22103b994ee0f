// Loaded into the server under test before anything else: tells the benchmark, on request, which SQL a call runs and
// where the database is. That way the raw side runs the same statements even after somebody improves them.
import { isMainThread } from 'node:worker_threads'
import pg from 'pg'

const { connect, query } = pg.Client.prototype
let owner
let recorded

pg.Client.prototype.connect = function (...args) {
  // The first to connect is the owner, who migrates; later ones may not analyse tables.
  const { host, port, user, password, database } = this
  owner ??= { host, port, user, password, database }
  return connect.apply(this, args)
}

pg.Client.prototype.query = function (statement, values, ...rest) {
  recorded?.push({
    connection: this.processID,
    text: statement.text ?? statement,
    values: statement.values ?? values ?? [],
  })
  return query.call(this, statement, values, ...rest)
}

const answers = {
  owner: () => owner,
  record: () => (recorded = []),
  recorded: () => {
    const statements = recorded
    recorded = undefined
    return statements
  },
}

// The server's threads load this too; they ask no database and have nobody to talk to.
if (isMainThread) {
  process.on('message', (question) => process.send(answers[question]()))
  process.channel.unref()
  // Whatever ends the benchmark also ends the server, and with it the database.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}
