/**
 * Where a lesson is after some moves. Pure: `coach.js` shows it.
 * @import {LessonInfo, LessonStep} from "./types.js"
 */

/**
 * The step at hand after some moves: the first that has not been done, or read; undefined after the last.
 * @param {LessonInfo} lesson
 * @param {number} ply
 * @param {number} read the last step that has been read to its end by a button; -1: none
 * @returns {number | undefined} its place in the lesson
 */
export function stepAt({ steps, moves }, ply, read) {
  const ends = steps.map((_, index) => steps[index + 1]?.begins ?? moves);
  const last = moves; // what is to be read in the end waits, however the game goes on
  const open = steps.findIndex(({ begins, do: moves }, index) =>
    moves.length ? ply < ends[index] : (ply <= begins || begins === last) && index > read,
  );
  return open < 0 ? undefined : open;
}

/**
 * The notations that a step waits for now; none if there is nothing (more) to do in it.
 * @param {LessonStep} step
 * @param {number} ply
 * @returns {string[]}
 */
export const wantedIn = (step, ply) => step.do[ply - step.begins] ?? [];
