// Files that are made from more than a page: downloads of the data, the index of the search. They stand as they were
// published while all that they are made from is the same.
#pragma once
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "build/cache.h"
#include "build/output.h"
#include "build/output_folder.h"
#include "io/source_tree.h"

namespace build {

// The product that is made of the data alone, and what it is made from.
inline constexpr const char* kDataProduct = "data";
base::Hash hash_of_data(const io::SourceTree& tree);

// Adds the files of one product to the outputs. None of them is held in memory for longer than it takes, where there is
// a stage.
class ProductFiles {
 public:
  // All of them outlive this.
  ProductFiles(Product& product, const OutputFolder& folder, Outputs& outputs)
      : product_(product), folder_(folder), outputs_(outputs) {}

  void add(const std::string& address, std::string bytes);
  // Files that are made at once: write(take) calls take(FILE, PIECE), with the file's place among the addresses, in the
  // order of each file's pieces. It is called once more where the disk refuses.
  using TakePiece = std::function<void(size_t file, std::string_view piece)>;
  void add_in_pieces(const std::vector<std::string>& addresses, const std::function<void(const TakePiece&)>& write);

 private:
  Product& product_;
  const OutputFolder& folder_;
  Outputs& outputs_;
};

class Products {
 public:
  // What an earlier build made, and where it published; both outlive this.
  Products(const std::map<std::string, Product>& earlier, const OutputFolder& folder)
      : earlier_(earlier), folder_(folder) {}

  // Adds to the outputs the files of the product `name`: those that stand, if they were made from what has the hash
  // `from`, else those that make(ProductFiles&) adds.
  template <class Make>
  void publish(const std::string& name, const base::Hash& from, Outputs& outputs, Make make) {
    if (keep(name, from, outputs)) return;
    Product& product = made_[name];
    product.from = from;
    ProductFiles files(product, folder_, outputs);
    make(files);
  }

  const std::map<std::string, Product>& all() const { return made_; }
  const OutputFolder& folder() const { return folder_; }

 private:
  bool keep(const std::string& name, const base::Hash& from, Outputs& outputs);

  const std::map<std::string, Product>& earlier_;
  const OutputFolder& folder_;
  std::map<std::string, Product> made_;
};

}  // namespace build
