// @ts-check
import './node-version.mjs'
import { launch } from './launch.mjs'

await launch('seed')
