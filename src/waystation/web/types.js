/**
 * What travels between server and page, for the type checker. The words are those of docs/protocol.md.
 *
 * @typedef {{t: "path", d: string, role?: string}
 *   | {t: "rect", x: number, y: number, w: number, h: number, r?: number, role?: string}
 *   | {t: "circle", x: number, y: number, r: number, role?: string}
 *   | {t: "line", x1: number, y1: number, x2: number, y2: number, role?: string}
 *   | {t: "text", x: number, y: number, text: string, size?: number, anchor?: string, bold?: boolean, role?: string}
 *   | {t: "use", symbol: string, x?: number, y?: number, size?: number, turn?: number, role?: string}} Part
 *
 * @typedef {object} Style
 * @property {string} [fill]
 * @property {string} [stroke]
 * @property {number} [width]
 * @property {string} [dark_fill]
 * @property {string} [dark_stroke]
 * @property {number} [opacity]
 * @property {string} [dash]
 *
 * @typedef {{symbols: Record<string, Part[]>, palette: Record<string, Style>}} Look
 *
 * @typedef {object} Region
 * @property {string} id
 * @property {string} title
 * @property {number} width
 * @property {number} height
 * @property {number} [x]
 * @property {number} [y]
 * @property {number} [scale]
 * @property {number} [order]
 * @property {boolean} [folded]
 *
 * @typedef {object} SceneNode
 * @property {string} id
 * @property {string} region
 * @property {Part[]} [parts]
 * @property {number} [x]
 * @property {number} [y]
 * @property {number} [scale]
 * @property {number} [turn]
 * @property {number} [layer]
 * @property {string} [role]
 * @property {string} [title]
 * @property {"" | "draw" | "plan"} [gesture]
 * @property {string[]} [actions]
 *
 * @typedef {{title: string, width: number, height: number, regions: Region[], nodes: SceneNode[]}} Scene
 * @typedef {{set: SceneNode[], remove: string[], order: string[] | null}} SceneChange
 *
 * @typedef {{notation: string, label: string, nodes?: string[], drags?: [string, string][]}} Offer
 * @typedef {{key: string, label: string, points: number, nodes?: string[]}} ScoreLine
 * @typedef {{lines: ScoreLine[]}} ScoreSheet
 * @typedef {{reason: string, text: string, scores: number[], ranks: number[], winners: number[], team: string}} Outcome
 * @typedef {{label: string, actions: string[], detail?: string, preview?: SceneNode[], problems?: string[]}} Plan
 *
 * @typedef {{title?: string, description?: string, type?: string, enum?: any[], const?: any, minimum?: number,
 *   maximum?: number, default?: any, anyOf?: Schema[], items?: Schema, $ref?: string,
 *   properties?: Record<string, Schema>, $defs?: Record<string, Schema>}} Schema
 * @typedef {{title: string, blurb: string, players: [number, number], minutes: [number, number], weight: number,
 *   hidden: boolean, simultaneous: boolean, cooperative: boolean, final_reveals: boolean,
 *   tables?: Record<string, any>}} Spec
 * @typedef {{spec: string, title: string}} BotInfo
 * @typedef {{name: string, spec: Spec, rules_version: number, options: Schema, look: string, bots: BotInfo[], default_bot: string}} GameInfo
 *
 * @typedef {{seat: number, name: string, kind: "person" | "shared" | "open" | "bot", mine: boolean,
 *   bot?: string | null, stands_in?: boolean, present?: boolean, link?: string | null}} SeatInfo
 * @typedef {object} TableInfo
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {Record<string, any>} options
 * @property {SeatInfo[]} seats
 * @property {boolean} host
 * @property {boolean} spectators
 * @property {string} undo
 * @property {boolean} over
 * @property {number} ply
 * @property {number[]} to_act
 * @property {boolean} waits_for_me
 * @property {string} commitment
 * @property {boolean} seed_known
 * @property {number} created
 * @property {number} updated
 * @property {string | number | null} [seed]
 * @property {string} [result]
 * @property {string | null} [rematch]
 * @property {boolean} hints
 * @property {Record<string, string> | null} [shares] what browsers added to the seed, by seat
 * @property {boolean} dealt
 *
 * @typedef {{ply: number, kind: string, text: string, seat?: number | null,
 *   by?: number | null}} MomentEvent `by`: whose move it belongs to
 * @typedef {{seat: number, ply: number, agreed: number[], missing: number[], yours?: number[]}} UndoAsked
 * @typedef {{free_to?: number, back_to?: number, asked?: UndoAsked}} UndoState
 * @typedef {{seconds: number, left: number, label: string}} Clock
 * @typedef {{seq: number, seat: number, name: string, text: string, told?: boolean}} ChatLine
 * @typedef {{seat: number, nodes: string[], agree: boolean}} Pointed
 *
 * @typedef {object} Shown
 * @property {number | null} viewer
 * @property {string[]} names
 * @property {number[]} to_act
 * @property {string} question
 * @property {Offer[]} legal
 * @property {Record<string, ScoreSheet>} sheets
 * @property {Outcome | null} outcome
 * @property {number[]} hushed seats that may not talk now
 * @property {string} hush why the viewer may not; empty: it may
 *
 * @typedef {{ply: number, plies: number, viewer: number | null, view: Shown & {sheets: ScoreSheet[]}, scene: Scene}} Moment
 * @typedef {{ply: number, viewer: number | null, viewers: (number | null)[], events: MomentEvent[]}} Story
 *
 * @typedef {{action: string, label: string, nodes: string[], bot: string, estimate?: number | null}} Hint
 * @typedef {{action: string, label: string, reason: string, rule?: string}} Why
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
 * @property {string | number | null} seed
 *
 * A frame of the server, by its tag `t`; which fields it has is in docs/protocol.md.
 * @typedef {{t: string, seq: number, [field: string]: any}} ServerFrame
 */

export {};
