# SPDX-License-Identifier: MIT
"""`cairn mcp`: a client of the Model Context Protocol, well-behaved and not."""

import re
import subprocess
import unittest
import unittest.mock

from support import *

PARTS = run("--version").out.splitlines()[1].replace(",", "").split()


class Client:
    def __init__(self, *words):
        self.process = subprocess.Popen([CAIRN, "mcp", *map(str, words)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.number, self.notes = 0, []

    def send(self, line):
        self.process.stdin.write(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n")
        self.process.stdin.flush()

    def read(self):
        while True:
            message = json.loads(self.process.stdout.readline())
            if "id" in message:
                return message
            self.notes.append(message)

    def ask(self, method, **parameters):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": parameters})
        answer = self.read()
        assert answer["id"] == self.number
        return answer

    def tool(self, name, **arguments):
        result = self.ask("tools/call", name=name, arguments=arguments)["result"]
        return result["structuredContent"] if not result.get("isError") else result["content"][0]["text"]

    def close(self):
        self.process.stdin.close()
        code = self.process.wait(10)
        self.process.stdout.close()
        self.process.stderr.close()
        return code


class Protocol(CliTest):
    def setUp(self):
        super().setUp()
        self.work = self.folder / "work"
        self.work.mkdir()
        for name in ("bus_arbiter.aag", "token_ring.aag", "gcd.c", "fifo.sv", "fifo_bug.sv", "ring_buffer.btor2"):
            (self.work / name).write_bytes((EXAMPLES / name).read_bytes())
        self.client = Client(self.work)
        self.addCleanup(lambda: self.client.process.poll() is None and self.client.close())

    def test_the_way_it_begins(self):
        result = self.client.ask("initialize", protocolVersion="2025-03-26", capabilities={}, clientInfo={"name": "t", "version": "1"})["result"]
        self.assertEqual((result["protocolVersion"], result["serverInfo"]["name"]), ("2025-03-26", "cairn"))
        self.client.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        tools = self.client.ask("tools/list")["result"]["tools"]
        self.assertEqual([tool["name"] for tool in tools], ["check", "certify", "read_trace", "list_lemmas", "try_invariant"])
        for tool in tools:
            self.assertEqual(tool["inputSchema"]["type"], "object")
        self.assertEqual(self.client.ask("ping")["result"], {})
        self.assertEqual(self.client.close(), DONE)

    def test_a_counterexample_by_signal_and_step(self):
        found = self.client.tool("check", files=["bus_arbiter.aag"])
        self.assertEqual((found["verdict"], found["evidence"]["checked"]), ("unsafe", True))
        names = self.client.tool("read_trace", run=found["run"])
        self.assertEqual(names["steps"], found["evidence"]["steps"] + 1)
        name = next(name for name in names["signals"] if "both_granted" in name)
        values = self.client.tool("read_trace", run=found["run"], signals=[name], first=names["steps"] - 2)["values"][name]["values"]
        self.assertEqual(values, ["0", "1"])
        self.assertEqual(self.client.tool("certify", run=found["run"])["verdict"], "unsafe")
        self.assertIn("no proof", self.client.tool("list_lemmas", run=found["run"]))

    def test_a_proof(self):
        found = self.client.tool("check", files=[str(self.work / "token_ring.aag")], options={"engine": "ic3"})
        self.assertEqual(found["verdict"], "safe")
        lemmas = self.client.tool("list_lemmas", run=found["run"])
        self.assertEqual(lemmas["count"], found["evidence"]["lemmas"])
        self.assertTrue(self.client.tool("certify", run=found["run"])["holds"])

    @unittest.skipUnless("c" in PARTS, "no C front end")
    def test_a_program(self):
        found = self.client.tool("check", files=["gcd.c"])
        facts = [fact for one in self.client.tool("list_lemmas", run=found["run"])["invariants"] for fact in one["facts"]]
        self.assertIn("!(y > 0 && y < b)", facts)

    @unittest.skipUnless("c" in PARTS, "no C front end")
    def test_evidence_is_judged_with_the_options_of_its_check(self):
        (self.work / "sum.c").write_text("""void reach_error(void);
int main(void) {
  unsigned sum = 0;
  for (unsigned i = 0; i < N; i = i + STEP) sum = sum + 2;
  if (sum % 2) reach_error();
}
""")
        found = self.client.tool("check", files=["sum.c"], options={"D": ["N=30", "STEP=3"], "engine": "ic3cfa"})
        self.assertEqual(found["verdict"], "safe")
        self.assertTrue(self.client.tool("certify", run=found["run"])["holds"])

    def test_an_invariant_is_tried(self):
        said = self.client.tool("try_invariant", files=["ring_buffer.btor2"], expressions=["1'b1 == 1'b1", "1'b0"])
        self.assertEqual(len(said["expressions"]), 2, said)
        self.assertIn("is an invariant", said["expressions"][0])
        self.assertIn("false in a first state", said["expressions"][1])

    def test_nothing_outside_the_folder(self):
        secret = self.file("secret.aag", (EXAMPLES / "bus_arbiter.aag").read_bytes())
        (self.work / "link.aag").symlink_to(secret)
        (self.work / "up").symlink_to(self.folder)
        for path in (secret, "../secret.aag", "link.aag", "up/secret.aag", "/etc/passwd", ".", ""):
            self.assertIn("is no file in the folders", self.client.tool("check", files=[str(path)]), path)

    @unittest.skipUnless("c" in PARTS, "no C front end")
    def test_not_by_way_of_an_include(self):
        self.file("secret.h", "int secret_word;\n#error found_it\n")
        for name in (f'"{self.folder}/secret.h"', '"../secret.h"', '"link.h"', '"/etc/passwd"'):
            if not (self.work / "link.h").is_symlink():
                (self.work / "link.h").symlink_to(self.folder / "secret.h")
            (self.work / "p.c").write_text(f"#include {name}\nint main(void) {{ return 0; }}\n")
            said = self.client.tool("check", files=["p.c"])
            self.assertIsInstance(said, str, name)
            self.assertNotIn("found_it", said)
            self.assertNotIn("root", said)

    def test_the_environment_is_not_shown(self):
        with unittest.mock.patch.dict(os.environ, SOME_SECRET="f00dfeed" * 4):
            client = Client(self.work)
        self.addCleanup(client.close)
        (self.work / "design.v").write_text("module top(input clk); always @(posedge clk) assert (1); endmodule\n")
        client.tool("check", files=["design.v"])  # it has begun
        self.assertNotIn(b"f00dfeed", pathlib.Path(f"/proc/{client.process.pid}/environ").read_bytes())

    def test_options_that_write_or_run_are_refused(self):
        for name in ("json", "vcd", "yosys", "redis", "ic3-record", "witness", "-v", "--json", "replay"):
            self.assertIn("is not one of this server's", self.client.tool("check", files=["token_ring.aag"], options={name: str(self.folder / "x")}), name)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["work"])
        self.assertIn("there is no option", self.client.tool("check", files=["token_ring.aag"], options={"enigne": "ic3"}))

    def test_a_call_can_be_cancelled_and_others_go_on(self):
        (self.work / "hard.aag").write_bytes(hard().ascii())
        self.client.send({"jsonrpc": "2.0", "id": "long", "method": "tools/call",
                          "params": {"name": "check", "arguments": {"files": ["hard.aag"]}, "_meta": {"progressToken": 7}}})
        self.assertEqual(self.client.tool("check", files=["bus_arbiter.aag"])["verdict"], "unsafe")
        time.sleep(0.5)
        self.client.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "long"}})
        self.assertEqual(self.client.ask("ping")["result"], {})
        self.assertTrue(any(note["params"]["progressToken"] == 7 for note in self.client.notes))
        begin = time.monotonic()
        self.assertEqual(self.client.close(), DONE)
        self.assertLess(time.monotonic() - begin, 5)

    def test_time_is_limited(self):
        client = Client(self.work, "--timeout", "1")
        (self.work / "hard.aag").write_bytes(hard().ascii())
        for options in ({}, {"timeout": "100"}):
            found = client.tool("check", files=["hard.aag"], options=options)
            self.assertEqual((found["verdict"], found["reason"]), ("unknown", "time"))
        client.close()

    def test_nonsense_gets_an_error_and_the_server_lives(self):
        for line, code in ((b"nonsense\n", -32700), (b"[" * 5000 + b"\n", -32700), (b"{}\n", -32600), (b"3\n", -32600), (b'"x"\n', -32600),
                           (b'{"jsonrpc":"2.0","id":1}\n', -32600), (b'{"jsonrpc":"2.0","id":1,"method":"no"}\n', -32601),
                           (b'{"jsonrpc":"2.0","id":1,"method":"tools/call"}\n', -32602), (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check","arguments":3}}\n', -32602)):
            self.client.send(line)
            self.assertEqual(self.client.read()["error"]["code"], code, line)
        self.client.send(b"\xff\xfe\n")
        self.assertEqual(self.client.read()["error"]["code"], -32700)
        for name, arguments in (("no", {}), ("check", {}), ("check", {"files": "x"}), ("check", {"files": [3]}), ("read_trace", {"run": 99}), ("read_trace", {"run": "x"}),
                                ("try_invariant", {"files": ["token_ring.aag"], "expressions": []})):
            self.assertIsInstance(self.client.tool(name, **arguments), str, name)
        self.assertEqual(self.client.ask("ping")["result"], {})

    def test_a_folder_is_needed(self):
        self.assertEqual(run("mcp").code, USAGE)
        self.assertEqual(run("mcp", self.folder / "none").code, INPUT_ERROR)


if __name__ == "__main__":
    unittest.main()
