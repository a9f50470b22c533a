// A queue of DEPTH words, with a bug: it takes words when it is full.
module fifo #(parameter DEPTH = 4, parameter WIDTH = 4) (
  input clk, input rst_n,
  input push, input [WIDTH-1:0] data_in,
  input pop, output [WIDTH-1:0] data_out,
  output full, output empty
);
  localparam BITS = $clog2(DEPTH);
  reg [WIDTH-1:0] memory [0:DEPTH-1];
  reg [BITS-1:0] head, tail;
  reg [BITS:0] count;

  assign full = count == DEPTH;
  assign empty = count == 0;
  assign data_out = memory[head];
  wire pushes = push;
  wire pops = pop && !empty;

  always @(posedge clk) begin
    if (!rst_n) begin
      head <= 0;
      tail <= 0;
      count <= 0;
    end else begin
      if (pushes) begin
        memory[tail] <= data_in;
        tail <= tail + 1'b1;
      end
      if (pops) head <= head + 1'b1;
      count <= count + pushes - pops;
    end
  end

  default clocking @(posedge clk); endclocking
  default disable iff (!rst_n);

  // The counter and the pointers say the same.
  bounded: assert property (count <= DEPTH);
  pointers: assert property ((tail - head) % DEPTH == count % DEPTH);
  // What goes in when the queue is empty is the next to come out.
  through: assert property (empty && push |=> !empty && data_out == $past(data_in));
  // Once full, it stays full until something is taken.
  stays_full: assert property (full && !pop |=> full);
  filled: cover property (empty ##[1:$] full ##[1:$] empty);
endmodule
