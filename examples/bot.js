#!/usr/bin/env node
// A bot for Waystation in JavaScript: builds when it can, else plays anything.
//
//     waystation simulate wayfinders --seats "exec:node examples/bot.js,random" --games 10
//
// It gets one line of JSON for each decision and answers with one line; docs/bots.md describes them. What is written
// to standard error (console.error) is shown in the terminal.

const readline = require("node:readline");

// A small generator of its own (mulberry32), seeded by each question: the same game is played the same again.
function chance(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function choose(question) {
  const builds = question.legal.filter((action) => action.startsWith("build "));
  const options = builds.length > 0 ? builds : question.legal;
  const random = chance(question.seed);
  return options[Math.floor(random() * options.length)];
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "choose") {
    process.stdout.write(JSON.stringify({ id: message.id, action: choose(message) }) + "\n");
  }
});
