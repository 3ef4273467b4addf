/**
 * What travels between server and page, made from waystation.server.protocol: python3 dev.py types
 *
 * @typedef {{name: string, spec: Spec, rules_version: number, options: Schema, look: string, bots: BotInfo[],
 *   default_bot: string, lesson: boolean}} GameInfo
 * @typedef {{title: string, blurb: string, players: [number, number], minutes: [number, number], weight: number,
 *   max_decisions: number | null, hidden: boolean, simultaneous: boolean, cooperative: boolean, harness:
 *   Record<string, any>, tables: Record<string, any>, final_reveals: boolean}} Spec
 * @typedef {{spec: string, title: string}} BotInfo
 * @typedef {{code: string, messages: Record<string, string>, forms: number[]}} Catalogue
 * @typedef {{name: string}} Me
 * @typedef {{name: string, played: PersonStatistics | null, passkeys: PasskeyInfo[], no_passkeys: string, devices:
 *   DeviceInfo[]}} You
 * @typedef {{name: string, person: string, games: number, wins: number, by_game: PersonGame[]}} PersonStatistics
 * @typedef {{game: string, games: number, wins: number, rating: number | null, unsure: boolean, curve: RatingPoint[]}}
 *   PersonGame
 * @typedef {{at: number, rating: number}} RatingPoint
 * @typedef {{id: string, name: string, added: number, used: number | null, synced: boolean}} PasskeyInfo
 * @typedef {{id: string, name: string, first: number, last: number, here: boolean}} DeviceInfo
 * @typedef {{name: string, tables: number}} SignedIn
 * @typedef {{format: string, made: number, id: string, name: string, created: number, tables: PersonTable[], kept:
 *   Record<string, Record<string, any>[]>, records_left_out: string[]}} PersonFile
 * @typedef {{id: string, game: string, title: string, options: Record<string, any>, created: number, updated: number,
 *   host: boolean, seats: string[], mine: number[], links: string[], over: boolean, result: string, end:
 *   Record<string, any>[], moves: PersonMove[], chat: PersonLine[], record: string | null}} PersonTable
 * @typedef {{at: number, seat: number, action: string}} PersonMove
 * @typedef {{at: number, seat: number, text: string}} PersonLine
 * @typedef {{wishes: NoticeWishes, push_key: string, pushes: PushInfo[], can_mail: boolean, mail: string, confirmed:
 *   boolean}} Notices
 * @typedef {{push: ("joined" | "over" | "round" | "turn" | "undo")[], mail: ("joined" | "over" | "round" | "turn" |
 *   "undo")[], quiet: [string, string] | null, zone: string}} NoticeWishes
 * @typedef {{id: string, name: string, added: number}} PushInfo
 * @typedef {{sent: number, failed: number}} Tried
 * @typedef {{id: string, game: string, title: string, options: Record<string, any>, rules_version: number, seats:
 *   SeatInfo[], host: boolean, spectators: boolean, undo: "ask" | "free" | "off", over: boolean, ply: number, to_act:
 *   number[], waits_for_me: boolean, commitment: string, seed_known: boolean, created: number, updated: number, seed:
 *   string | number | null, result: string, rematch: string | null, hints: boolean, chat: boolean, pace: Live | Turns
 *   | Absent | null, times: SeatTime[], tournament: string | null, shares: Record<string, string> | null, dealt:
 *   boolean, lesson: boolean, listed: boolean | null, rated: boolean | null, level: [number, number] | null}}
 *   TableInfo
 * @typedef {{seat: number, name: string, kind: "bot" | "open" | "person" | "shared", mine: boolean, bot: string |
 *   null, bot_called: string, stands_in: boolean, present: boolean, link: string | null, lost: "left" | "time" |
 *   null}} SeatInfo
 * @typedef {{kind: "live", bank: number, turn: number, out: "bot" | "lose"}} Live
 * @typedef {{kind: "turns", turn: number, away: number, out: "bot" | "lose"}} Turns
 * @typedef {{kind: "absent", turn: number}} Absent
 * @typedef {{left: number, away?: number, runs?: boolean, resting?: boolean}} SeatTime
 * @typedef {{title: string, seat: number, moves: number, steps: LessonStep[]}} LessonInfo
 * @typedef {{text: string, show: string[], begins: number, do: string[][]}} LessonStep
 * @typedef {{id: string, seat: number, game: string, title: string, free: boolean, mine: boolean}} Joined
 * @typedef {{commitment: string, open: boolean, shares: Record<string, string>, missing: number[]}} Shares
 * @typedef {{game: string, games: number, seconds: number, moves: number, least: number, most: number, seats:
 *   SeatRate[], best: BestScore[], variants: VariantCount[], bots: BotRecord[]}} GameStatistics
 * @typedef {{players: number, seat: number, games: number, rate: number, low: number, high: number}} SeatRate
 * @typedef {{table: string, score: number, players: number, name: string, person: string | null}} BestScore
 * @typedef {{options: Record<string, any>, variant: string, games: number}} VariantCount
 * @typedef {{bot: string, called: string, games: number, wins: number}} BotRecord
 * @typedef {{game: string, rated: boolean, lines: LadderLine[], me: MyRating}} Ladder
 * @typedef {{place: number, name: string, rating: number, unsure: boolean, games: number, person: string | null, bot:
 *   string | null, last: number | null}} LadderLine
 * @typedef {{rating: number, unsure: boolean, games: number, wins: number, missing: number, away: boolean}} MyRating
 * @typedef {{seat: number, rating: number, unsure: boolean, bot: boolean, change: number | null}} SeatRating
 * @typedef {{games: MyGame[], total: number, waiting: number}} MyGames
 * @typedef {{table: TableInfo, since: number}} MyGame
 * @typedef {{tables: FinishedTable[], before: string | null}} FinishedTables
 * @typedef {{id: string, game: string, title: string, options: Record<string, any>, result: string, moves: number,
 *   seconds: number, ended: number, seats: FinishedSeat[]}} FinishedTable
 * @typedef {{name: string, mine: boolean, won: boolean, rank: number | null, score: number | null, person: string |
 *   null, bot: string | null}} FinishedSeat
 * @typedef {{id: string, game: string, title: string, options: Record<string, any>, seats: OpenSeat[], speed: "days" |
 *   "free" | "live", pace: Live | Turns | Absent | null, spectators: boolean, chat: boolean, undo: "ask" | "free" |
 *   "off", created: number, rated: boolean, level: [number, number] | null}} OpenTable
 * @typedef {{kind: "bot" | "open" | "person" | "shared", name: string}} OpenSeat
 * @typedef {{id: string, name: string, game: string, title: string, format: "round-robin" | "swiss", pace: Live |
 *   Turns | Absent | null, who: "anybody" | "link" | "nobody", state: "open" | "over" | "running", round: number,
 *   rounds: number | null, entrants: number, created: number}} TournamentLine
 * @typedef {{id: string, name: string, game: string, title: string, format: "round-robin" | "swiss", pace: Live |
 *   Turns | Absent | null, who: "anybody" | "link" | "nobody", state: "open" | "over" | "running", round: number,
 *   rounds: number | null, entrants: number, created: number, options: Record<string, any>, players: number, fill:
 *   string | null, host: boolean, mine: number | null, standings: TournamentEntrant[], tables: TournamentTable[]}}
 *   TournamentInfo
 * @typedef {{number: number, name: string, bot: boolean, gone: boolean, place: number, points: number, opposition:
 *   number, wins: number, tables: number, waited: number}} TournamentEntrant
 * @typedef {{round: number, table: string | null, entrants: number[], ranks: number[] | null}} TournamentTable
 * @typedef {{ply: number, viewer: number | null, viewers: (number | null)[], events: MomentEvent[]}} Story
 * @typedef {{ply: number, kind: string, text: string, seat?: number, data?: Record<string, any>, by?: number}}
 *   MomentEvent
 * @typedef {{state: "done" | "failed" | "making" | "none", share: number, scene: Scene | null, look: Look | null,
 *   turnings: Turning[], costly: Costly[], seconds: number, reason: string}} ReviewInfo
 * @typedef {{title: string, width: number, height: number, regions: Region[], nodes: SceneNode[]}} Scene
 * @typedef {{id: string, title: string, width: number, height: number, x?: number, y?: number, scale?: number, order?:
 *   number, folded?: boolean, least?: number, tab?: string}} Region
 * @typedef {{id: string, region: string, parts?: Part[], x?: number, y?: number, scale?: number, turn?: number,
 *   layer?: number, role?: string, title?: string, gesture?: "" | "draw" | "look" | "plan", actions?: string[]}}
 *   SceneNode
 * @typedef {{t: "path", d: string, role?: string}} Path
 * @typedef {{t: "rect", x: number, y: number, w: number, h: number, r?: number, role?: string}} Rect
 * @typedef {{t: "circle", x: number, y: number, r: number, role?: string}} Circle
 * @typedef {{t: "line", x1: number, y1: number, x2: number, y2: number, role?: string}} Line
 * @typedef {{t: "text", x: number, y: number, text: string, size?: number, anchor?: "end" | "middle" | "start", bold?:
 *   boolean, role?: string}} Text
 * @typedef {{t: "use", symbol: string, x?: number, y?: number, size?: number, turn?: number, role?: string}} Use
 * @typedef {Path | Rect | Circle | Line | Text | Use} Part
 * @typedef {{symbols: Record<string, Part[]>, palette: Record<string, Style>}} Look
 * @typedef {{fill?: string, stroke?: string, width?: number, dark_fill?: string, dark_stroke?: string, opacity?:
 *   number, dash?: string}} Style
 * @typedef {{start: number, ply: number, seat: number, swing: number}} Turning
 * @typedef {{ply: number, seat: number, played: Candidate, better: Candidate, cost: number}} Costly
 * @typedef {{actions: number[], turn: Said[], chance: number, low: number, high: number, visits: number, line: Said[],
 *   scores: number[]}} Candidate
 * @typedef {{seat: number, notation: string, text: string}} Said
 * @typedef {{ok: boolean, version: string, tables: number, viewers: number}} Health
 * @typedef {{ok: boolean, version: string}} Ready
 * @typedef {{address: string, host: string, secure: boolean}} Seen
 * @typedef {{ply: number, plies: number, viewer: number | null, view: View, scene: Scene}} Moment
 * @typedef {{game: string, viewer: number | null, names: string[], to_act: number[], question: string, legal: Offer[],
 *   sheets: ScoreSheet[], outcome: Outcome | null, table: any, closed: ClosedOffer[], hushed: number[], hush: string}}
 *   View
 * @typedef {{notation: string, label: string, nodes?: string[], drags?: [string, string][], any_order?: boolean}}
 *   Offer
 * @typedef {{lines: ScoreLine[]}} ScoreSheet
 * @typedef {{key: string, label: string, points: number, nodes?: string[]}} ScoreLine
 * @typedef {{reason: string, text: string, scores: number[], ranks: number[], winners: number[], team: string}}
 *   Outcome
 * @typedef {{label: string, reason: string, rule?: string, nodes?: string[]}} ClosedOffer
 * @typedef {{t: "hello", version: number, ply: number, protocol: number, life: string, table: TableInfo, mine:
 *   number[], view: Shown, scene: Scene, look: string, events: MomentEvent[], more_events: boolean, chat: ChatLine[],
 *   present: number[], spectators: number, undo: UndoState, points?: Pointed[], clock?: Clock, times?: SeatTime[],
 *   seed?: string | number, seq: number}} Hello
 * @typedef {{viewer: number | null, names: string[], to_act: number[], question: string, legal: Offer[], closed:
 *   ClosedOffer[], sheets: Record<string, ScoreSheet>, outcome: Outcome | null, hushed: number[], hush: string}} Shown
 * @typedef {{seq: number, seat: number, name: string, text: string, told?: boolean}} ChatLine
 * @typedef {{free_to?: number, back_to?: number, asked?: UndoAsked}} UndoState
 * @typedef {{seat: number, ply: number, agreed: number[], missing: number[], yours?: number[]}} UndoAsked
 * @typedef {{seat: number, nodes: string[], agree: boolean}} Pointed
 * @typedef {{seconds: number, left: number, label: string}} Clock
 * @typedef {{t: "step", version: number, ply: number, view: Partial<Shown>, scene: SceneChange, events: MomentEvent[],
 *   undo: UndoState, clock?: Clock, times?: SeatTime[], regions?: any[], undone_to?: number, clear_points?: boolean,
 *   seed?: string | number, seq: number}} Step
 * @typedef {{set: SceneNode[], remove: string[], order: string[] | null}} SceneChange
 * @typedef {{t: "undo", undo: UndoState, text: string, seq: number}} UndoNews
 * @typedef {{t: "chat", line: ChatLine, seq: number}} Chat
 * @typedef {{t: "points", seat: number, nodes?: string[], agree?: boolean, seq: number}} Points
 * @typedef {{t: "emote", seat: number, emotion: "bravo" | "hello" | "oops" | "thanks" | "thinking" | "wow", seq:
 *   number}} Emote
 * @typedef {{t: "seats", table: TableInfo, view: Partial<Shown>, scene: SceneChange, undo: UndoState, text?: string,
 *   clock?: Clock, times?: SeatTime[], seq: number}} Seats
 * @typedef {{t: "presence", seats: number[], spectators?: number, seq: number}} Presence
 * @typedef {{t: "times", times: SeatTime[], seq: number}} TimesNow
 * @typedef {{t: "done", id: string, repeated?: boolean, seq: number}} Done
 * @typedef {{t: "refused", id: string, reason: string, rule?: string, stale?: boolean, seq: number}} Refused
 * @typedef {{t: "answer", id: string, hint?: Hint, why?: Why[], plans?: Plan[], text?: string, seq: number}} Answer
 * @typedef {{action: string, label: string, nodes: string[], bot: string, estimate: number | null, then: string[],
 *   reasons: HintReason[]}} Hint
 * @typedef {{text: string, nodes: string[]}} HintReason
 * @typedef {{action: string, label: string, reason: string, rule: string}} Why
 * @typedef {{label: string, actions: string[], detail?: string, preview?: SceneNode[], problems?: string[]}} Plan
 * @typedef {{t: "resumed", clock?: Clock, seq: number}} Resumed
 * @typedef {{t: "closed", reason: string, seq: number}} Closed
 */

// What the page holds itself (the rest of this file is not made from the server's types).
/**
 * A JSON Schema, as far as the form for options reads it.
 * @typedef {{title?: string, description?: string, type?: string, enum?: any[], const?: any, minimum?: number,
 *   maximum?: number, default?: any, group?: string, only?: Record<string, any[]>[], each?: Record<string, Record<string, any[]>>, anyOf?: Schema[], items?: Schema, $ref?: string,
 *   properties?: Record<string, Schema>, $defs?: Record<string, Schema>}} Schema
 *
 * What the page holds of a table:
 * @typedef {object} TableState
 * @property {number} seq
 * @property {number} version
 * @property {number} ply
 * @property {TableInfo} table
 * @property {number[]} mine
 * @property {Shown} view
 * @property {Scene} scene
 * @property {string} look
 * @property {MomentEvent[]} events
 * @property {boolean} more_events
 * @property {ChatLine[]} chat
 * @property {Pointed[]} points
 * @property {number[]} present
 * @property {number} spectators
 * @property {UndoState} undo
 * @property {Clock | null} clock
 * @property {SeatTime[]} times
 * @property {string | number | null} seed
 *
 * A frame of the server, by its tag `t`; which fields it has is in docs/protocol.md.
 * @typedef {{t: string, seq: number, [field: string]: any}} ServerFrame
 */

export {};
